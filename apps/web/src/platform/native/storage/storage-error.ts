/** The error of a device that cannot store a file, for example because it is full. It is that of the database of a browser. */
export const storageError = () => new DOMException('the device cannot store the change', 'QuotaExceededError')
