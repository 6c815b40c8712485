/** Side of a stored avatar, in pixels. */
export const avatarPixels = 512
/**
 * The maximum pixels of a baseline JPEG, the format of phone cameras. Such a picture can be decoded at half its width and height, which
 * results in 16 megapixels. A progressive JPEG has to be decoded in full, so `maxPicturePixels` applies to it.
 */
export const maxPhotoPixels = 65_000_000
/** Time limit for decoding an avatar, in milliseconds. */
export const avatarTimeoutMilliseconds = 10_000
/** The limit of avatar uploads per person: 30 per hour. */
export const avatarUploadLimit = { count: 30, seconds: 60 * 60 }
/** The largest width and height of a stored logo, in pixels. */
export const logoPixels = { width: 900, height: 450 }
/** The maximum size of a stored logo in bytes, as in the database. */
export const maxLogoBytes = 300 * 1024
/** The limit of logo uploads per therapist: 30 per hour. */
export const logoUploadLimit = { count: 30, seconds: 60 * 60 }
/** The limit of bank files per therapist: 120 per hour. */
export const bankFileLimit = { count: 120, seconds: 60 * 60 }
/** The longer side of a thumbnail, in pixels. */
export const thumbnailPixels = 480
/** Time limit for processing a picture, in milliseconds. */
export const pictureTimeoutMilliseconds = 30_000
