import type { HomeOffer } from '@attune/contract/features/home/client-home/client-home'
import { IconClockPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { Card } from '../../../ui/page/Section.tsx'
import classes from './client-home.module.css'

type Props = { offers: readonly HomeOffer[]; now: Date; onChange: () => void }

/** Shows the times that the waiting list offers to the client, each with a link to answer. Renders nothing if there are none. */
export function OfferedTimesCard({ offers, now, onChange }: Props) {
  useSubscription('waiting_offers', onChange)
  const open = offers.filter(({ expiresAt }) => Date.parse(expiresAt) > now.getTime())
  if (open.length === 0) return null
  return (
    <Card>
      {open.map((offer) => (
        <OfferedTime key={offer.id} offer={offer} now={now} />
      ))}
    </Card>
  )
}

function OfferedTime({ offer, now }: { offer: HomeOffer; now: Date }) {
  const { t } = useTranslation(['dashboard', 'common'])
  const locale = useLocale()
  const title = t('client.offer', { when: momentInSentence(offer.startsAt, locale, now) })
  return (
    <div className={classes.line}>
      <IconClockPlus size={20} stroke={1.6} aria-hidden />
      <span>
        <strong className={classes.offered}>{title}</strong>
        <span className={classes.why}>
          {t('client.offerUntil', { when: momentInSentence(offer.expiresAt, locale, now), name: offer.therapistName })}
        </span>
      </span>
      <TextLink
        to="/dashboard/client/waiting-list"
        aria-label={t('common:labelled', { label: t('client.answer'), text: title })}
      >
        {t('client.answer')}
      </TextLink>
    </div>
  )
}
