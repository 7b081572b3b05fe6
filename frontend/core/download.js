/**
 * Downloads a text or blob that the page itself has made.
 * @param {string} fileName
 * @param {BlobPart} text
 * @param {string} type the media type
 */
export function saveFile(fileName, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
