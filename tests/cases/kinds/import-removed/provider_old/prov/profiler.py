class Profiler:
    def start(self) -> None:
        self.running = True
