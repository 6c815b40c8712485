import { lazyNamed } from '../../platform/lazy-named.ts'
import type { ShareFileProps } from './NativeShareFileButton.tsx'

/** Only the native app contains this button. */
const NativeShareFileButton =
  import.meta.env.MODE === 'native'
    ? lazyNamed(() => import('./NativeShareFileButton.tsx'), 'NativeShareFileButton')
    : () => null

/** A button that shares a file from the server with other apps on a phone. Renders nothing in a browser, which has downloads. */
export const ShareFileButton = (props: ShareFileProps) => <NativeShareFileButton {...props} />
