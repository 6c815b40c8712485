/** Maximum size of an uploaded avatar, in bytes (row 5.01). */
export const avatarBytes = 5 * 1024 * 1024
/** Side of a stored avatar, in pixels. */
export const avatarPixels = 512
/** Pictures with more pixels are not decoded: 40 megapixels take 160 MB. */
export const maxPixels = 40_000_000
/**
 * Maximum pixels of a baseline JPEG, the format of phone cameras. It can be decoded at half its width and height, as 16 megapixels. A
 * progressive JPEG has to be decoded in full, so `maxPixels` applies.
 */
export const maxPhotoPixels = 65_000_000
/** Time limit for decoding an avatar, in milliseconds. */
export const avatarTimeoutMilliseconds = 10_000
/** Avatar uploads per person. */
export const avatarUploadLimit = { count: 30, seconds: 60 * 60 }
/** The longer side of a thumbnail, in pixels. */
export const thumbnailPixels = 480
/** Time limit for processing a picture, in milliseconds. */
export const pictureTimeoutMilliseconds = 30_000
