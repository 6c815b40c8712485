/** Maximum size of an uploaded avatar, in bytes (row 5.01). */
export const avatarBytes = 5 * 1024 * 1024
/** Side of a stored avatar, in pixels. */
export const avatarPixels = 512
/** A picture with more pixels is not decoded: decoding 40 megapixels takes 160 MB of memory. */
export const maxPixels = 40_000_000
/**
 * The maximum pixels of a baseline JPEG, the format of phone cameras. Such a picture can be decoded at half its width and height, which
 * results in 16 megapixels. A progressive JPEG has to be decoded in full, so `maxPixels` applies to it.
 */
export const maxPhotoPixels = 65_000_000
/** Time limit for decoding an avatar, in milliseconds. */
export const avatarTimeoutMilliseconds = 10_000
/** The limit of avatar uploads per person: 30 per hour. */
export const avatarUploadLimit = { count: 30, seconds: 60 * 60 }
/** The longer side of a thumbnail, in pixels. */
export const thumbnailPixels = 480
/** Time limit for processing a picture, in milliseconds. */
export const pictureTimeoutMilliseconds = 30_000
