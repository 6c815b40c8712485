import type { UserDevice } from '@attune/contract/features/people/native-app/native-app'
import { Button, Skeleton, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Me, useMe } from '../../../platform/login/login.ts'
import { type NativePort, nativePort } from '../../../platform/native/port.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { FormError } from '../../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { SettingRow } from '../../../ui/list/SettingRow.tsx'
import { PushTargetRow } from './PushTargetRow.tsx'
import classes from './push.module.css'
import { useUserDevices } from './use-user-devices.ts'

type OnDevice = { port: NativePort; me: Me }

/** Push settings in the native app: the system permission, the switch of this device, and the list of devices. */
export function DevicePushSettings() {
  const me = useMe()
  const port = nativePort()
  return port && me ? <OnThisDevice port={port} me={me} /> : null
}

function OnThisDevice({ port, me }: OnDevice) {
  const { t } = useTranslation(['native', 'push'])
  const errorText = useErrorMessage()
  const permission = usePermission(port)
  const devices = useUserDevices(port, me)
  const { read, turnOn, remove, test } = devices
  const pending = <Skeleton height={56} />
  return (
    <>
      <PermissionRow port={port} permission={permission} />
      <Query of={read} pending={pending} failed={t('push.loadFailed')} again={t('push:again')}>
        {({ items, isOffered }) => (
          <>
            <PushSwitch
              isOffered={isOffered}
              isPermitted={permission.state.data ?? false}
              devices={devices}
              onAsked={() => void permission.state.refetch()}
            />
            <FormError>{errorText(turnOn.error ?? remove.error ?? test.error)}</FormError>
            <div className={items.length > 0 ? classes.browsers : undefined}>
              {items.map((device) => (
                <DeviceRow
                  key={device.id}
                  device={device}
                  isTesting={test.isPending && test.variables === device.id}
                  isRemoving={remove.isPending && remove.variables === device.id}
                  onTest={device.isActive ? () => test.mutate(device.id) : undefined}
                  onRemove={() => remove.mutate(device.id)}
                />
              ))}
            </div>
          </>
        )}
      </Query>
    </>
  )
}

/**
 * Returns whether the system permits notifications, and a mutation that asks the person. The state is read again when the app returns from the
 * system settings.
 */
function usePermission(port: NativePort) {
  const state = useQuery({
    queryKey: ['notifications-permitted'],
    queryFn: () => port.notifications.isPermitted(),
    networkMode: 'always',
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
  const ask = useMutation({
    mutationFn: port.notifications.ask,
    onSuccess: () => state.refetch(),
    networkMode: 'always',
  })
  return { state, ask }
}

function PermissionRow({ port, permission }: { port: NativePort; permission: ReturnType<typeof usePermission> }) {
  const { t } = useTranslation('native')
  const { state, ask } = permission
  if (state.data === undefined) return null
  return (
    <SettingRow label={t('push.permission')} hint={t(`push.permissionHint.${port.platform}`)} narrow>
      {state.data || ask.isSuccess ? (
        <span>{t(state.data ? 'push.allowed' : 'push.notAllowed')}</span>
      ) : (
        <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
          {t('push.allow')}
        </Button>
      )}
    </SettingRow>
  )
}

type SwitchProps = {
  isOffered: boolean
  isPermitted: boolean
  devices: ReturnType<typeof useUserDevices>
  /** Called after the system asked the person for permission. */
  onAsked: () => void
}

/** The switch of this device. If the host has no push keys for this app, explains why there is no switch. */
function PushSwitch({ isOffered, isPermitted, devices: { current, turnOn, remove }, onAsked }: SwitchProps) {
  const { t } = useTranslation('native')
  if (!isOffered)
    return (
      <SettingRow label={t('push.here')} hint={t('push.none')} narrow>
        {null}
      </SettingRow>
    )
  const change = (on: boolean) => {
    turnOn.reset()
    if (on) turnOn.mutate(undefined, { onSettled: onAsked })
    else if (current) remove.mutate(current.id)
  }
  return (
    <>
      <SettingRow label={t('push.here')} hint={t('push.hereHint')} inline>
        <Switch
          aria-label={t('push.here')}
          checked={isPermitted && (current?.isActive ?? false)}
          disabled={turnOn.isPending || remove.isPending}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      </SettingRow>
      <div role="status">
        {turnOn.data && (
          <div className={classes.inset}>
            <Callout kind="warning">{t(`push.problems.${turnOn.data}`)}</Callout>
          </div>
        )}
      </div>
    </>
  )
}

type RowProps = {
  device: UserDevice
  isTesting: boolean
  isRemoving: boolean
  onTest: (() => void) | undefined
  onRemove: () => void
}

function DeviceRow({ device, ...more }: RowProps) {
  const { t } = useTranslation(['native', 'push'])
  const locale = useLocale()
  const when = momentInSentence(device.lastSeenAt, locale)
  const place = device.isCurrent ? t('push.thisPhone') : t('push:lastSeen', { when })
  const details = [place, device.isActive ? '' : t('push.stopped')]
  return <PushTargetRow name={device.deviceInfo || t('push.unknown')} details={details} {...more} />
}
