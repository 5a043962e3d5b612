"""Buses that take the bytes a display driver sends, and chips that turn them back into what the glass would show.

The chips are written from their data sheets and share nothing with luma.oled: a memory of pages and columns, commands
that set where the next byte goes, and the wiring of the glass to that memory.
"""

import errno
import threading

from PIL import Image

NOP = 0xE3
ARGUMENTS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1, 0xAD: 1}


class Chip:
    """What SSD1306 and SH1106 have in common. Ram is one byte for eight pixels, the lowest bit on top."""

    COLUMNS = 128
    FIRST_COLUMN = 0  # of the memory that is wired to the glass

    def __init__(self):
        self.reset()

    def reset(self):
        """Power is switched on: whatever was in the memory is gone, and the panel is dark."""
        self.ram = [[0x5A] * self.COLUMNS for _ in range(8)]  # what a memory holds by chance
        self.page, self.column = 0, 0
        self.is_on = self.is_inverted = self.is_all_on = self.is_mirrored = self.is_upside_down = False
        self.contrast, self.offset, self.start_line, self.multiplex = 0x7F, 0, 0, 63
        self.pending = []

    def command(self, byte):
        self.pending.append(byte)
        first, *arguments = self.pending
        if len(arguments) < self.arguments(first):
            return
        self.pending = []
        self.obey(first, arguments)

    def arguments(self, first):
        return ARGUMENTS.get(first, 0)

    def obey(self, first, arguments):
        if first <= 0x0F:
            self.column = (self.column & 0xF0) | first
        elif first <= 0x1F:
            self.column = (self.column & 0x0F) | ((first & 0x0F) << 4)
        elif 0x40 <= first <= 0x7F:
            self.start_line = first & 0x3F
        elif 0xB0 <= first <= 0xB7:
            self.page = first & 7
        else:
            self.set(first, arguments)

    def set(self, first, arguments):
        match first:
            case 0x81:
                self.contrast = arguments[0]
            case 0xA0 | 0xA1:
                self.is_mirrored = first == 0xA1
            case 0xC0 | 0xC8:
                self.is_upside_down = first == 0xC8
            case 0xA4 | 0xA5:
                self.is_all_on = first == 0xA5
            case 0xA6 | 0xA7:
                self.is_inverted = first == 0xA7
            case 0xA8:
                self.multiplex = arguments[0]
            case 0xD3:
                self.offset = arguments[0]
            case 0xAE | 0xAF:
                self.is_on = first == 0xAF

    def data(self, byte):
        if self.column < self.COLUMNS:  # beyond it there is no memory
            self.ram[self.page][self.column] = byte
            self.column += 1

    def picture(self):
        """What the glass shows. Modules are mounted so that it stands upright if both directions are turned."""
        picture = Image.new("1", (128, 64))
        if not self.is_on or self.multiplex != 63:
            return picture
        for x in range(128):
            for y in range(64):
                column = self.FIRST_COLUMN + (x if self.is_mirrored else 127 - x)
                row = (y + self.start_line + self.offset if self.is_upside_down else 63 - y) % 64
                lit = self.is_all_on or bool(self.ram[row // 8][column] >> row % 8 & 1) != self.is_inverted
                picture.putpixel((x, y), int(lit))
        return picture


class Ssd1306(Chip):
    """Writes on in rows of a window, if told so; dark without its charge pump."""

    def reset(self):
        super().reset()
        self.mode, self.columns, self.pages, self.has_pump = 2, (0, 127), (0, 7), False

    def arguments(self, first):
        return {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1}.get(first, super().arguments(first))

    def set(self, first, arguments):
        match first:
            case 0x8D:
                self.has_pump = bool(arguments[0] & 4)
            case 0x20:
                self.mode = arguments[0] & 3
            case 0x21:
                self.columns, self.column = tuple(arguments), arguments[0]
            case 0x22:
                self.pages, self.page = tuple(arguments), arguments[0]
            case _:
                super().set(first, arguments)

    def data(self, byte):
        if self.mode != 0:
            super().data(byte)
            return
        self.ram[self.page][self.column] = byte
        self.column += 1
        if self.column > self.columns[1]:
            self.column, self.page = self.columns[0], self.page + 1
        if self.page > self.pages[1]:
            self.page = self.pages[0]

    def picture(self):
        return super().picture() if self.has_pump else Image.new("1", (128, 64))


class Sh1106(Chip):
    """132 columns of memory; the glass is wired to the middle ones. It knows pages only."""

    COLUMNS = 132
    FIRST_COLUMN = 2


class I2cBus:
    """An I2C bus in the manner of smbus, with one chip at one address. `broken` makes it fail, `bytes` counts."""

    def __init__(self, chip, address=0x3C):
        self.chip, self.address = chip, address
        self.broken = lambda: None  # returns an error number to fail with
        self.bytes = self.writes = self.closed = 0
        self.lock = threading.Lock()

    def write_i2c_block_data(self, address, mode, block):
        with self.lock:
            self.writes += 1
            number = self.broken()
            if number:
                raise OSError(number, "broken on purpose")
            if address != self.address:
                raise OSError(errno.EREMOTEIO, "nobody acknowledges")
            assert len(block) <= 32
            self.bytes += len(block) + 2
            for byte in block:
                if mode == 0x00:
                    self.chip.command(byte)
                elif mode == 0x40:
                    self.chip.data(byte)
                else:
                    raise AssertionError(f"no such mode: {mode:#x}")

    def picture(self):
        with self.lock:
            return self.chip.picture()


class SpiBus:
    """An SPI bus in the manner of spidev; the D/C wire, a pin of the mock factory, tells commands from data."""

    def __init__(self, chip, dc_pin):
        self.chip, self.dc_pin = chip, dc_pin
        self.opened = None
        self.max_speed_hz = 0
        self.is_there = True

    def open(self, port, device):
        if not self.is_there:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        self.opened = (port, device)

    def writebytes(self, data):
        for byte in data:
            (self.chip.data if self.dc_pin.state else self.chip.command)(byte)

    def close(self):
        self.opened = None
