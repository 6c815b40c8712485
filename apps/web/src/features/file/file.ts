/** Public module of the feature `file`: uploads, lists and pictures. */
export { FileList } from './FileList.tsx'
export { FilePicker } from './FilePicker.tsx'
export { Picture } from './Picture.tsx'
export { VoiceNote } from './VoiceNote.tsx'
export { useUploads } from './use-uploads.ts'
export type { Uploads } from './uploads.ts'
export { addFiles } from './FilePicker.tsx'
