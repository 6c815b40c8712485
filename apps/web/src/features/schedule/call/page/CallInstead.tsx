import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import { phoneHref } from '../../../../ui/base/phone-href.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { useIsLate } from '../../../../ui/page/loading/use-is-late.ts'
import type { ActiveCall } from '../active-call.ts'
import { useCallNames } from '../call-names.ts'
import type { CallState } from '../engine/call-state.ts'
import { blockedSeconds } from '../engine/watch.ts'

/**
 * Shows a client the phone number of the therapist when, for 15 s, the page has reached neither the server nor anyone else, or has found no path to
 * any of the others. Renders nothing if the therapist has entered no number. Shows a therapist a notice without a number.
 */
export function CallInstead({ active: { call, room }, viewer }: { active: ActiveCall; viewer: ViewerRole }) {
  const { t } = useTranslation('callPage')
  const nameOf = useCallNames()
  const state = useStore(call.store)
  const isLate = useIsLate(blockedSeconds * 1000, state.others.length === 0 && !state.isOnline)
  const { phone } = room.therapist
  if (!isLate && !isBlocked(state)) return null
  if (viewer === 'therapist')
    return (
      <Callout kind="offline" urgent>
        {t('instead.therapist')}
      </Callout>
    )
  if (!phone) return null
  return (
    <Callout kind="offline" urgent action={<CallInsteadButton phone={phone} />}>
      {t('instead.client', { name: nameOf(room, viewer), phone })}
    </Callout>
  )
}

/** Opens the phone with the number that the therapist has entered. */
export function CallInsteadButton({ phone }: { phone: string }) {
  const { t } = useTranslation('callPage')
  return (
    <Button component="a" href={phoneHref(phone)} leftSection={<IconPhone size={18} aria-hidden />}>
      {t('instead.call')}
    </Button>
  )
}

/** Whether no path to any of the others was found. */
const isBlocked = ({ others }: CallState) => others.length > 0 && others.every(({ line }) => line === 'blocked')
