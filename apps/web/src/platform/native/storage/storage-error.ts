/**
 * Returns the error for a device that cannot store a file, for example because it is full. Has the same name as the error of a browser's database.
 */
export const storageError = () => new DOMException('the device cannot store the change', 'QuotaExceededError')
