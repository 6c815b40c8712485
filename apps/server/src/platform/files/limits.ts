/** A file of an avatar, in bytes (row 5.01). */
export const avatarBytes = 5 * 1024 * 1024
/** Side of a stored avatar. */
export const avatarPixels = 512
/** A picture larger than this is not decoded: 40 megapixels take 160 MB. */
export const mostPixels = 40_000_000
/**
 * A photo of a phone may have as many: a JPEG that was written from top to bottom is read at half its sides, as 16 megapixels. One that is
 * written in passes has to be held whole and gets no more than others.
 */
export const mostPhotoPixels = 65_000_000
/** So long may decoding take, in milliseconds. */
export const decodePatience = 10_000
/** So often may somebody have a picture made anew. */
export const uploadsAnHour = { count: 30, seconds: 60 * 60 }
/** The longer side of the small picture that stands for a large one. */
export const thumbnailPixels = 480
/** So long may it take to make a picture anew, in milliseconds. */
export const picturePatience = 30_000
