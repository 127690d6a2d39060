"""Kept for a while; the masks live with the layers now."""

from prov.layers.masks import *
