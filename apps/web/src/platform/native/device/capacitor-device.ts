import { Camera } from '@capacitor/camera'
import { SystemBars, SystemBarsStyle } from '@capacitor/core'
import { Directory, Filesystem } from '@capacitor/filesystem'
import { Keyboard } from '@capacitor/keyboard'
import { Share } from '@capacitor/share'
import { base64 } from '../../base64.ts'
import type { DevicePort, Shared } from './device-port.ts'

const ignore = () => {}

/** The folder, in the cache of the app, with the copies of files that are shared. */
const sharedFolder = 'shared'

/** Reads the photo from the camera. The server detects the type of the file from its content. */
async function readPhoto(path: string): Promise<Blob> {
  const photo = await (await fetch(path)).blob()
  return photo.type.startsWith('image/') ? photo : new Blob([photo], { type: 'image/jpeg' })
}

async function takePhoto(): Promise<Blob | null> {
  let uri: string | undefined
  try {
    const taken = await Camera.takePhoto({ quality: 90, correctOrientation: true, saveToGallery: false })
    uri = taken.uri
    return taken.webPath ? await readPhoto(taken.webPath) : null
  } catch {
    return null
  } finally {
    // The photo is attached to an entry or a message, so no copy stays on the device.
    if (uri) await Filesystem.deleteFile({ path: fileAddress(uri) }).catch(ignore)
  }
}

/** Returns the `file://` address of the photo. Android returns only the path of a photo. */
const fileAddress = (uri: string) => (uri.startsWith('/') ? `file://${uri}` : uri)

const removeShared = () =>
  Filesystem.rmdir({ path: sharedFolder, directory: Directory.Cache, recursive: true }).catch(ignore)

async function share({ text, url, file }: Shared): Promise<boolean> {
  try {
    await removeShared()
    const files = file ? [await copyOf(file)] : undefined
    await Share.share({ ...(text && { text }), ...(url && { url }), ...(files && { files }) })
    return true
  } catch {
    return false
  }
}

/** Writes a file into the cache folder and returns its address. Other apps can read only files in this folder. */
async function copyOf({ name, content }: { name: string; content: Blob }): Promise<string> {
  const path = `${sharedFolder}/${name.replaceAll(/[/\\]/g, ' ')}`
  const data = await base64(content)
  return (await Filesystem.writeFile({ path, data, directory: Directory.Cache, recursive: true })).uri
}

/** The plugins of Capacitor for the camera, the share sheet, the keyboard and the bars of the system. */
export const capacitorDevice: DevicePort = {
  camera: {
    takePhoto,
    isPermitted: () =>
      Camera.checkPermissions().then(
        ({ camera }) => (camera === 'granted' ? true : camera === 'denied' ? false : null),
        () => false,
      ),
  },
  share,
  removeShared,
  onKeyboard: (listener) => void Keyboard.addListener('keyboardDidShow', listener).catch(ignore),
  setBars: (scheme) =>
    SystemBars.setStyle({ style: scheme === 'dark' ? SystemBarsStyle.Dark : SystemBarsStyle.Light }).catch(ignore),
}
