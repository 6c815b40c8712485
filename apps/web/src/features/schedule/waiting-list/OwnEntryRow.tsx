import type { OwnWaitingEntry } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { CardRow } from '../../../ui/page/Section.tsx'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { useWaitingListChange } from './use-waiting-list.ts'
import { useWishText } from './use-wish-text.ts'
import classes from './waiting-list.module.css'

/** Shows a client's waiting list entry, with buttons to change and to remove it. */
export function OwnEntryRow({ entry, onChange }: { entry: OwnWaitingEntry; onChange: () => void }) {
  const { t } = useTranslation('waitingList')
  const locale = useLocale()
  const wishText = useWishText()
  const leave = useWaitingListChange(api.waitingList.leave, t('done.left'))
  const { sessionStartsAt, therapistName: name } = entry
  const title = sessionStartsAt
    ? t('own.earlier', { when: momentInSentence(sessionStartsAt, locale), name })
    : t('own.further', { name })
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        <strong>{title}</strong>
        <div className={classes.facts}>
          <MetaList>{wishText(entry)}</MetaList>
        </div>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          aria-label={t('own.leaveOf', { title })}
          loading={leave.isPending}
          onClick={() => leave.mutate({ id: entry.id })}
        >
          {t('own.leave')}
        </Button>
        <Button variant="light" aria-label={t('own.changeOf', { title })} aria-haspopup="dialog" onClick={onChange}>
          {t('own.change')}
        </Button>
      </div>
    </CardRow>
  )
}
