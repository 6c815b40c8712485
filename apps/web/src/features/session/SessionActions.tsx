import type { ChangeRequest, Session } from '@attune/contract/features/session'
import { mayAskForChange, type Viewer } from '@attune/contract/features/session.states'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowsExchange, IconBan, IconPencil, IconPrinter, IconReplace, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MoreMenu, type MoreItem } from '../../ui/MoreMenu.tsx'
import { useNow } from '../../ui/use-now.ts'
import { printSession } from '../note/note.ts'
import { JoinButton } from './JoinButton.tsx'
import { SessionDialogs, useAsk, type Asked } from './SessionDialogs.tsx'
import { useStep } from './steps.ts'

type Props = {
  session: Session
  changes?: readonly ChangeRequest[]
  viewer: Viewer
  hero?: boolean
  /** The page has a sheet for the printer. */
  printable?: boolean
}

/** What may be done with a session at any time, beside its title. `hero`: nothing else on the page has the filled button. */
export function SessionActions(props: Props) {
  const ask = useAsk()
  if (!ask)
    return (
      <SessionDialogs>
        <SessionActions {...props} />
      </SessionDialogs>
    )
  const { session, viewer, hero = true, printable = false } = props
  return (
    <>
      <JoinButton session={session} variant={hero ? 'filled' : 'light'} />
      {viewer === 'therapist' ? (
        <OfTherapist session={session} printable={printable} ask={ask} />
      ) : (
        <OfClient {...props} ask={ask} />
      )}
    </>
  )
}

type Ask = { ask: (asked: Asked) => void }

function OfTherapist({ session, printable, ask }: { session: Session; printable: boolean } & Ask) {
  const { t } = useTranslation(['negotiation', 'note'])
  const now = useNow()
  const correct = useStep(session, 'therapist', 'correct')
  const { may } = session
  const started = Date.parse(session.startsAt) <= now.getTime()
  const open = (what: 'move' | 'cancel' | 'edit' | 'delete') => () => ask({ session, viewer: 'therapist', what })
  const item = (allowed: boolean, made: MoreItem) => (allowed ? [made] : [])
  // Once it has begun one says what became of it; moving and cancelling are the exception then. A phone has no room for them.
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const aside = started || phone ? 'menu' : 'button'
  return (
    <>
      {aside === 'button' && may.move && (
        <Button variant="default" aria-haspopup="dialog" onClick={open('move')}>
          {t('act.move')}
        </Button>
      )}
      {aside === 'button' && may.cancel && (
        <Button variant="default" aria-haspopup="dialog" onClick={open('cancel')}>
          {t('act.cancel')}
        </Button>
      )}
      <MoreMenu
        label={t('act.more')}
        items={[
          ...item(aside === 'menu' && may.move, {
            label: t('act.move'),
            icon: IconArrowsExchange,
            onClick: open('move'),
          }),
          ...item(may.move, { label: t('act.edit'), icon: IconPencil, onClick: open('edit') }),
          ...item(may.correct, {
            label: t(session.status === 'completed' ? 'step.correctCompleted' : 'step.correctNoShow'),
            icon: IconReplace,
            onClick: () => correct.mutate({}),
          }),
          ...item(aside === 'menu' && may.cancel, { label: t('act.cancel'), icon: IconBan, onClick: open('cancel') }),
          ...item(printable, { label: t('note:print.button'), icon: IconPrinter, onClick: printSession }),
          ...item(may.delete, { label: t('act.delete'), icon: IconTrash, onClick: open('delete'), danger: true }),
        ]}
      />
    </>
  )
}

/** A client changes what stands by asking; a time that awaits the own answer is answered in its banner. */
function OfClient({ session, changes = [], ask }: Props & Ask) {
  const { t } = useTranslation('negotiation')
  const now = useNow()
  const waits = session.change !== null || changes.some(({ state }) => state === 'open' || state === 'countered')
  const awaitsMe = session.may.accept && session.participants[0]?.answer === 'awaited'
  if (!mayAskForChange(session, now) || waits || awaitsMe) return null
  return (
    <Button
      variant="default"
      aria-haspopup="dialog"
      onClick={() => ask({ session, viewer: 'client', what: 'changeOrCancel' })}
    >
      {t('act.changeOrCancel')}
    </Button>
  )
}
