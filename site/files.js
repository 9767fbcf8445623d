// Files for the person's computer. This is loaded when the first one is saved.

/** How long a browser may take to begin a download, in milliseconds. */
const keptFor = 10_000;
/** How long a side of a picture may be: what all browsers can paint. */
const mostPixels = 8192;

/** Saves a text as a file; with a ratio, the drawing that the text is, in so many pixels a CSS pixel. */
export async function save(name, type, text, ratio) {
  const isPainted = ratio > 0;
  const blob = new Blob([text], { type: isPainted ? "image/svg+xml" : `${type};charset=utf-8` });
  const address = URL.createObjectURL(isPainted ? await painted(blob, ratio) : blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), keptFor);
}

async function painted(drawing, ratio) {
  const image = new Image();
  const address = URL.createObjectURL(drawing);
  try {
    image.src = address;
    await image.decode();
    const scale = Math.min(ratio, mostPixels / Math.max(image.naturalWidth, image.naturalHeight, 1));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const pixels = await new Promise((made) => { canvas.toBlob(made, "image/png"); });
    if (!pixels) throw new Error("the browser painted no picture");
    return pixels;
  } finally {
    URL.revokeObjectURL(address);
  }
}
