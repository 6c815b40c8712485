import { lazyNamed } from '../../../../platform/lazy-named.ts'
import type { TakePhotoProps } from './TakePhotoButton.tsx'

/** Only the native app contains this button. In a browser, the dialog that chooses files offers the camera. */
const TakePhotoButton =
  import.meta.env.MODE === 'native' ? lazyNamed(() => import('./TakePhotoButton.tsx'), 'TakePhotoButton') : () => null

/** A button that adds a photo from the camera of the phone. Renders nothing in a browser. */
export const CameraButton = (props: TakePhotoProps) => <TakePhotoButton {...props} />
