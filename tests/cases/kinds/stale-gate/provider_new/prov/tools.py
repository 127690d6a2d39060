def pack(tokens):
    return tokens
