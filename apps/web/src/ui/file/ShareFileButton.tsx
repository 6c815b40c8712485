import { lazyNamed } from '../../platform/lazy-named.ts'
import type { ShareFileProps } from './NativeShareFileButton.tsx'

/** Only the native app contains this button. */
const NativeShareFileButton =
  import.meta.env.MODE === 'native'
    ? lazyNamed(() => import('./NativeShareFileButton.tsx'), 'NativeShareFileButton')
    : () => null

/** Offers a file of the server to other apps of the phone. Renders nothing in a browser, which has its own downloads. */
export const ShareFileButton = (props: ShareFileProps) => <NativeShareFileButton {...props} />
