/** Public module of the feature `file`: uploads, lists and pictures. */
export { FileList } from './FileList.tsx'
export { FilePicker } from './FilePicker.tsx'
export { FilePicture } from './FilePicture.tsx'
export { VoiceNoteRecorder } from './VoiceNoteRecorder.tsx'
export { useUploads } from './use-uploads.ts'
export type { Uploads } from './uploads.ts'
export { addFiles } from './FilePicker.tsx'
