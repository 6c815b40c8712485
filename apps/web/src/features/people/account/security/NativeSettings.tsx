import { Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import type { Me } from '../../../../platform/login/login.ts'
import { BiometricUnlock } from '../../../../platform/native/device/biometric-unlock.ts'
import { unlockServer } from '../../../../platform/native/device/unlock-server.ts'
import { type NativePort, nativePort } from '../../../../platform/native/port.ts'
import { screenProtection, setScreenProtection } from '../../../../platform/native/device/screen-protection.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { SettingRow } from '../../../../ui/list/SettingRow.tsx'

/** The settings of the native app on this device. */
export function NativeSettings({ me }: { me: Me }) {
  const { t } = useTranslation('native')
  const port = nativePort()
  if (!port) return null
  return (
    <Section title={t('settings.title')} rows>
      <BiometrySetting port={port} me={me} />
      <ScreenSetting port={port} isClient={me.role === 'client'} />
      <CameraState port={port} />
    </Section>
  )
}

function BiometrySetting({ port, me }: { port: NativePort; me: Me }) {
  const { t } = useTranslation('native')
  const unlock = new BiometricUnlock(port, unlockServer)
  const chosen = useQuery({
    queryKey: ['biometry-chosen', me.id],
    queryFn: () => unlock.isChosen(me.id),
    networkMode: 'always',
  })
  const change = useMutation({
    networkMode: 'always',
    mutationFn: (on: boolean) =>
      on ? unlock.turnOn(me.id, t('unlock.reason'), t('unlock.cancel')) : unlock.turnOff().then(() => true),
    onSuccess: () => chosen.refetch(),
  })
  return (
    <SettingRow
      label={t('settings.biometry')}
      hint={t('settings.biometryHint')}
      {...(change.data === false && { state: t('settings.biometryUnavailable') })}
      narrow
    >
      <Switch
        aria-label={t('settings.biometry')}
        checked={chosen.data ?? false}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </SettingRow>
  )
}

/** The switch of the screen protection. Therapists and admins cannot turn the protection off. */
function ScreenSetting({ port, isClient }: { port: NativePort; isClient: boolean }) {
  const { t } = useTranslation('native')
  const isChosen = useStore(screenProtection)
  return (
    <SettingRow label={t('settings.screen')} hint={t(`settings.screenHint.${port.platform}`)} narrow>
      <Switch
        aria-label={t('settings.screen')}
        checked={!isClient || isChosen}
        disabled={!isClient}
        onChange={(event) => setScreenProtection(event.currentTarget.checked)}
      />
    </SettingRow>
  )
}

/**
 * Shows whether the camera is permitted. The system asks only at the first photo; after that, the permission can be changed only in the system
 * settings.
 */
function CameraState({ port }: { port: NativePort }) {
  const { t } = useTranslation('native')
  const { data } = useQuery({
    queryKey: ['camera-permitted'],
    queryFn: () => port.camera.isPermitted().then((is) => (is === null ? 'asks' : is ? 'allowed' : 'notAllowed')),
    networkMode: 'always',
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
  if (data === undefined) return null
  return (
    <SettingRow label={t('settings.camera')} hint={t('settings.cameraHint')} narrow>
      <span>{t(`settings.${data}`)}</span>
    </SettingRow>
  )
}
