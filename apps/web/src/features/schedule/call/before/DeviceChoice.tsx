import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findDevice, rememberDevice, rememberedDevice, type ChosenDevice, type DeviceKind } from '../engine/devices.ts'

type Props = {
  kind: DeviceKind
  devices: readonly ChosenDevice[]
  /** Called after the choice was remembered on this device. */
  onChoose: (device: ChosenDevice) => void
}

/** The choice of a camera, microphone or loudspeaker. Not shown while the browser names no devices. */
export function DeviceChoice({ kind, devices, onChoose }: Props) {
  const { t } = useTranslation('call')
  const [chosen, setChosen] = useState(() => rememberedDevice(kind))
  if (devices.length === 0) return null
  return (
    <NativeSelect
      label={t(`device.${kind}`)}
      value={(findDevice(devices, chosen) ?? devices[0])?.id}
      data={devices.map(({ id, label }) => ({ value: id, label }))}
      onChange={({ currentTarget: { value } }) => {
        const device = devices.find(({ id }) => id === value)
        if (!device) return
        rememberDevice(kind, device)
        setChosen(device)
        onChoose(device)
      }}
    />
  )
}
