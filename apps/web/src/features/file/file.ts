/** The door of this room: files on their way, in lists, in their place and looked at. */
export { FileList } from './FileList.tsx'
export { FilePicker } from './FilePicker.tsx'
export { Picture } from './Picture.tsx'
export { VoiceNote } from './VoiceNote.tsx'
export { useUploads } from './use-uploads.ts'
export type { Uploads } from './uploads.ts'
export { addFiles } from './FilePicker.tsx'
