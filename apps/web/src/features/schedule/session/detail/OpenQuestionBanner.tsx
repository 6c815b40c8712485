import type { Conflict, Session } from '@attune/contract/features/schedule/session/session'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { IconArrowsExchange, IconBan, IconCalendarQuestion, type Icon } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import classes from './OpenQuestionBanner.module.css'
import type { OpenQuestion } from '../waiting/open-question.ts'
import { OpenQuestionButtons } from '../waiting/OpenQuestionButtons.tsx'
import {
  SlotAvailabilityBadge,
  LateRequestBadge,
  OpenQuestionTimes,
  CompetingRequestsBadge,
  TakenMeanwhileBadge,
  showsAvailability,
  useOpenQuestionTitle,
  useTimeSpanText,
} from '../waiting/OpenQuestionText.tsx'
import { TimeForTherapist } from '../summary/SessionTime.tsx'

const icons: Record<OpenQuestion['kind'], Icon> = {
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
  open: OpenQuestion
  viewer: ViewerRole
  conflicts: readonly Conflict[]
  rivals: readonly Conflict[]
  withinAvailability: boolean
  level?: 'h2' | 'h3'
  together?: number
}

/**
 * Shows one open question about a session: the person who asks, the old and the new time, the reason, the consequence
 * and the answer buttons.
 */
export function OpenQuestionBanner({
  session,
  open,
  viewer,
  conflicts,
  rivals,
  withinAvailability,
  level: Level = 'h2',
  together,
}: BannerProps) {
  const { t } = useTranslation('negotiation')
  const locale = useLocale()
  const title = useOpenQuestionTitle(viewer)
  const span = useTimeSpanText()
  const id = useId()
  const Icon = icons[open.kind]
  const isTaken = showsAvailability(open, viewer) && conflicts.length > 0
  const before = open.before ? span({ ...open.before, endsAt: null }) : ''
  return (
    <section className={classes.banner} data-mine={open.awaitsViewer || undefined} aria-labelledby={id}>
      <Icon className={classes.icon} size={22} stroke={1.75} aria-hidden />
      <div className={classes.texts}>
        <Level id={id} className={classes.title}>
          {title(open, session)}
        </Level>
        <OpenQuestionTimes open={open} />
        {open.reason && (
          <p className={classes.reason}>
            <q>{open.reason}</q>
          </p>
        )}
        <MetaList>
          {showsAvailability(open, viewer) && <SlotMarks {...{ conflicts, rivals, withinAvailability }} />}
          {viewer === 'client' && open.kind === 'counter' && conflicts.length > 0 && <TakenMeanwhileBadge />}
          <LateRequestBadge open={open} />
          {open.after && viewer === 'client' && <TimeForTherapist session={session} at={open.after.startsAt} />}
          {open.at && open.kind !== 'set' && t(`at.${atKeys[open.kind]}`, { when: momentInSentence(open.at, locale) })}
          {t(`consequence.${viewer}.${open.kind}`, { name: open.name, before })}
        </MetaList>
      </div>
      <div className={classes.buttons}>
        <OpenQuestionButtons {...{ session, open, viewer, together }} taken={isTaken} />
      </div>
    </section>
  )
}

/** Shows whether the requested time is free, and the other requests for the same time. */
function SlotMarks({
  conflicts,
  rivals,
  withinAvailability,
}: Pick<BannerProps, 'conflicts' | 'rivals' | 'withinAvailability'>) {
  return (
    <>
      <SlotAvailabilityBadge conflicts={conflicts} withinAvailability={withinAvailability} />
      {rivals.length > 0 && <CompetingRequestsBadge rivals={rivals} />}
    </>
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
} as const satisfies Record<OpenQuestion['kind'], string>
