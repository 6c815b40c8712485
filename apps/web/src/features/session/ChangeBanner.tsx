import type { Conflict, Session } from '@attune/contract/features/session'
import type { Viewer } from '@attune/contract/features/session.states'
import { IconArrowsExchange, IconBan, IconCalendarQuestion, type Icon } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { Facts } from '../../ui/Facts.tsx'
import { momentWithin } from '../../ui/moment.ts'
import classes from './ChangeBanner.module.css'
import type { Open } from './open.ts'
import { OpenButtons } from './OpenButtons.tsx'
import {
  Availability,
  LateMark,
  OpenTimes,
  Rivals,
  TakenMeanwhile,
  asksForTime,
  useOpenTitle,
  useSpan,
} from './OpenWords.tsx'
import { TherapistClock } from './SessionTime.tsx'

const icons: Record<Open['kind'], Icon> = {
  request: IconCalendarQuestion,
  set: IconCalendarQuestion,
  moved: IconArrowsExchange,
  offered: IconArrowsExchange,
  move: IconArrowsExchange,
  cancel: IconBan,
  counter: IconArrowsExchange,
}

type BannerProps = {
  session: Session
  open: Open
  viewer: Viewer
  conflicts: readonly Conflict[]
  rivals: readonly Conflict[]
  level?: 'h2' | 'h3'
  together?: number
}

/**
 * One open question about a session: who asks what, the old and the new time, the reason, the consequence and the
 * answer buttons.
 */
export function OpenBanner({ session, open, viewer, conflicts, rivals, level: Level = 'h2', together }: BannerProps) {
  const { t } = useTranslation('negotiation')
  const reader = useReader()
  const title = useOpenTitle(viewer)
  const span = useSpan()
  const id = useId()
  const Icon = icons[open.kind]
  const before = open.before ? span({ ...open.before, endsAt: null }) : ''
  return (
    <section className={classes.banner} data-mine={open.mine || undefined} aria-labelledby={id}>
      <Icon className={classes.icon} size={22} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <Level id={id} className={classes.title}>
          {title(open, session)}
        </Level>
        <OpenTimes open={open} />
        {open.reason && (
          <p className={classes.reason}>
            <q>{open.reason}</q>
          </p>
        )}
        <Facts>
          {asksForTime(open, viewer) && <Availability conflicts={conflicts} />}
          {asksForTime(open, viewer) && rivals.length > 0 && <Rivals rivals={rivals} />}
          {viewer === 'client' && open.kind === 'counter' && conflicts.length > 0 && <TakenMeanwhile />}
          <LateMark open={open} />
          {open.after && viewer === 'client' && <TherapistClock session={session} instant={open.after.startsAt} />}
          {open.at && open.kind !== 'set' && t(`at.${atKeys[open.kind]}`, { when: momentWithin(open.at, reader) })}
          {t(`consequence.${viewer}.${open.kind}`, { name: open.name, before })}
        </Facts>
      </div>
      <div className={classes.buttons}>
        <OpenButtons session={session} open={open} viewer={viewer} together={together} />
      </div>
    </section>
  )
}

const atKeys = {
  request: 'asked',
  move: 'asked',
  cancel: 'asked',
  set: 'proposed',
  moved: 'moved',
  offered: 'proposed',
  counter: 'proposed',
} as const satisfies Record<Open['kind'], string>
