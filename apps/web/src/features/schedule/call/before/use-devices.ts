import { useEffect, useState } from 'react'
import { listDevices, type ChosenDevice, type DeviceKind } from '../engine/devices.ts'

const none: Record<DeviceKind, ChosenDevice[]> = { camera: [], microphone: [], speaker: [] }

/** The devices of this computer. The list is read again when a device comes or goes, and when `opened` changes, because names need permission. */
export function useDevices(opened: unknown): Record<DeviceKind, ChosenDevice[]> {
  const [devices, setDevices] = useState(none)
  useEffect(() => {
    const media = navigator.mediaDevices
    if (!media) return
    let isShown = true
    const read = () => void listDevices().then((found) => isShown && setDevices(found))
    read()
    media.addEventListener('devicechange', read)
    return () => {
      isShown = false
      media.removeEventListener('devicechange', read)
    }
  }, [opened])
  return devices
}
