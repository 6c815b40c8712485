import type { Feed } from '@attune/contract/features/schedule/calendar/calendar'
import { Button, TextInput } from '@mantine/core'
import { IconCalendarPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { CopyTextButton } from '../../../../ui/page/row/CopyTextButton.tsx'
import { agoText, dateText, localDay } from '../../../../ui/page/date-text.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { ConfirmFeedActionDialog } from './ConfirmFeedActionDialog.tsx'
import classes from './feed.module.css'

type FeedAction = 'rotate' | 'remove'
type Props = { feed: Feed; onChanged: (feed: Feed | null) => void }

/** Shows the address of the feed, the time since a program last fetched it, and buttons to copy, open, replace and remove it. */
export function FeedAddress({ feed, onChanged }: Props) {
  const { t } = useTranslation('feeds')
  const locale = useLocale()
  const now = useNow()
  const [asked, setAsked] = useState<FeedAction | null>(null)
  const { address, fetchedAt, createdAt } = feed
  const fetchedAgo = fetchedAt && (agoText(fetchedAt, locale.language, now) ?? t('own.justNow'))
  const replace = async () => {
    onChanged(await api.calendar.rotateFeed({}))
    toast.success(t('own.rotated'))
  }
  const remove = async () => {
    await api.calendar.removeFeed({})
    onChanged(null)
    toast.success(t('own.removed'))
  }
  return (
    <>
      <div className={classes.address}>
        <TextInput
          label={t('own.address')}
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyTextButton value={address}>{t('own.copy')}</CopyTextButton>
      </div>
      <p className={classes.quiet}>
        {t('own.since', { day: dateText(localDay(createdAt, locale), locale.language) })}{' '}
        {fetchedAgo ? t('own.fetched', { ago: fetchedAgo }) : t('own.notFetched')} {t('own.secret')}
      </p>
      <FeedButtons address={address} onAsk={setAsked} />
      {asked && (
        <ConfirmFeedActionDialog
          textKey={asked === 'rotate' ? 'rotating' : 'removing'}
          act={asked === 'rotate' ? replace : remove}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

function FeedButtons({ address, onAsk }: { address: string; onAsk: (action: FeedAction) => void }) {
  const { t } = useTranslation('feeds')
  const actions = { rotate: IconRefresh, remove: IconTrash }
  return (
    <div className={classes.buttons}>
      {address.startsWith('https:') && (
        <Button
          variant="default"
          component="a"
          href={address.replace(/^https:/, 'webcal:')}
          leftSection={<IconCalendarPlus size={16} aria-hidden />}
        >
          {t('own.open')}
        </Button>
      )}
      {(['rotate', 'remove'] as const).map((action) => {
        const Icon = actions[action]
        return (
          <Button
            key={action}
            variant="default"
            aria-haspopup="dialog"
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => onAsk(action)}
          >
            {t(`own.${action}`)}
          </Button>
        )
      })}
    </div>
  )
}
