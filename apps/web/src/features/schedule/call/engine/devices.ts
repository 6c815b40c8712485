import { browserStorage } from '../../../../platform/safe-storage.ts'

/** The reasons why a camera or microphone cannot be used. Each has its own text with instructions. */
export type DeviceProblem = 'refused' | 'missing' | 'busy' | 'insecure' | 'unsupported' | 'failed'

export type DeviceKind = 'camera' | 'microphone' | 'speaker'

/** The devices whose picture or sound is sent. */
export type SentKind = 'camera' | 'microphone'

/** The side of a phone on which a camera is. */
export type CameraFacing = 'user' | 'environment'

/** Whether the own picture of a camera is shown as in a mirror: of every camera but the one at the back of a phone. */
export const isMirroredCamera = (camera: MediaStreamTrack | null): boolean =>
  camera?.getSettings?.().facingMode !== 'environment'

/** A device that was chosen. Browsers change the ids, so the label is needed to find the same device again. */
export type ChosenDevice = { id: string; label: string }

const kindOf = { videoinput: 'camera', audioinput: 'microphone', audiooutput: 'speaker' } as const
const storageKey = (kind: DeviceKind) => `attune-call-${kind}`

export function deviceProblem(error: unknown): DeviceProblem {
  const { name } = error as { name?: string }
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  // Firefox and older browser versions report an AbortError when another program uses the device.
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  return 'failed'
}

/** Returns the reason why this browser cannot take part in a call at all; null if it can. */
export function browserProblem(): 'insecure' | 'unsupported' | null {
  if (!isSecureContext) return 'insecure'
  return typeof RTCPeerConnection === 'undefined' || !navigator.mediaDevices?.getUserMedia ? 'unsupported' : null
}

export function rememberedDevice(kind: DeviceKind): ChosenDevice | null {
  try {
    const { id, label } = JSON.parse(browserStorage.get(storageKey(kind)) ?? '') as Partial<ChosenDevice>
    return typeof id === 'string' && typeof label === 'string' ? { id, label } : null
  } catch {
    return null
  }
}

/** Remembers a device on this device only. */
export function rememberDevice(kind: DeviceKind, { id, label }: ChosenDevice): void {
  browserStorage.set(storageKey(kind), JSON.stringify({ id, label }))
}

/** Finds the remembered device among the available ones, by its id or otherwise by its name. */
export function findDevice(devices: readonly ChosenDevice[], chosen: ChosenDevice | null): ChosenDevice | undefined {
  if (!chosen) return undefined
  return (
    devices.find(({ id }) => id === chosen.id) ?? devices.find(({ label }) => label !== '' && label === chosen.label)
  )
}

/** Lists the devices. Before the person allows their use, browsers hide names and ids, and such entries are left out. */
export async function listDevices(): Promise<Record<DeviceKind, ChosenDevice[]>> {
  const found: Record<DeviceKind, ChosenDevice[]> = { camera: [], microphone: [], speaker: [] }
  for (const { kind, deviceId, label } of await navigator.mediaDevices.enumerateDevices())
    if (deviceId && label) found[kindOf[kind]].push({ id: deviceId, label })
  return found
}

const microphoneSettings = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }

/** The device to open instead of the remembered one: the camera on this side of a phone, or the device with this id. */
export type Preferred = { facing?: CameraFacing; id?: string }

/**
 * Returns the constraints for a device: the preferred one, otherwise the remembered one. Uses `ideal`, never `exact`, so that a device that was
 * unplugged does not make the whole request fail.
 */
async function wish(kind: SentKind, { facing, id }: Preferred = {}): Promise<MediaTrackConstraints> {
  const devices = await listDevices()
  const deviceId = id ?? findDevice(devices[kind], rememberedDevice(kind))?.id ?? rememberedDevice(kind)?.id
  const device = facing ? { facingMode: { ideal: facing } } : deviceId ? { deviceId: { ideal: deviceId } } : {}
  if (kind === 'microphone') return { ...microphoneSettings, ...device }
  return { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { max: 30 }, ...device }
}

export type OpenedDevices = {
  camera: MediaStreamTrack | null
  microphone: MediaStreamTrack | null
  problems: { camera?: DeviceProblem; microphone?: DeviceProblem }
}

const openOne = async (kind: SentKind, preferred?: Preferred): Promise<MediaStreamTrack | null> => {
  const wished = await wish(kind, preferred)
  const constraints = kind === 'camera' ? { video: wished } : { audio: wished }
  return (await navigator.mediaDevices.getUserMedia(constraints)).getTracks()[0] ?? null
}

/**
 * Opens microphone and camera with one permission prompt of the browser. If that fails, for example because only the camera is missing, requests each
 * separately, so that one of them still works.
 */
export async function openDevices(withCamera: boolean): Promise<OpenedDevices> {
  if (withCamera) {
    try {
      const constraints = { audio: await wish('microphone'), video: await wish('camera') }
      const stream = await navigator.mediaDevices.getUserMedia(constraints)
      return {
        camera: stream.getVideoTracks()[0] ?? null,
        microphone: stream.getAudioTracks()[0] ?? null,
        problems: {},
      }
    } catch {
      // The separate requests below show which of the two has failed.
    }
  }
  const opened: OpenedDevices = { camera: null, microphone: null, problems: {} }
  for (const kind of withCamera ? (['microphone', 'camera'] as const) : (['microphone'] as const)) {
    try {
      opened[kind] = await openOne(kind)
    } catch (error) {
      opened.problems[kind] = deviceProblem(error)
    }
  }
  return opened
}

/** Opens one device, for example after another one was chosen or the camera was switched on. */
export async function openDevice(kind: SentKind, preferred?: Preferred): Promise<MediaStreamTrack | DeviceProblem> {
  try {
    return (await openOne(kind, preferred)) ?? 'missing'
  } catch (error) {
    return deviceProblem(error)
  }
}

/**
 * Calls `onLost` when the device is unplugged, and `onSilenced` when a switch of the device or the system stops its picture or sound, and when it
 * resumes. The browser reports nothing when the app stops the track itself.
 */
export function watchDevice(
  track: MediaStreamTrack,
  { onLost, onSilenced }: { onLost: () => void; onSilenced: (isSilenced: boolean) => void },
): () => void {
  const silenced = () => onSilenced(true)
  const heard = () => onSilenced(false)
  track.addEventListener('ended', onLost)
  track.addEventListener('mute', silenced)
  track.addEventListener('unmute', heard)
  return () => {
    track.removeEventListener('ended', onLost)
    track.removeEventListener('mute', silenced)
    track.removeEventListener('unmute', heard)
  }
}

/** Calls `onChange` when a device is plugged in or unplugged. */
export function watchDeviceList(onChange: () => void): () => void {
  navigator.mediaDevices.addEventListener('devicechange', onChange)
  return () => navigator.mediaDevices.removeEventListener('devicechange', onChange)
}
