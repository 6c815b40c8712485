import type { ClientId, RecordHoldId } from '@attune/contract/common/ids'
import type { RecordHold } from '@attune/contract/features/care/record-retention/record-retention'
import { Button, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './record-retention.module.css'
import { useHoldMutation, useHoldRefusalText } from './use-record-retention.ts'

const DiscardDialog = lazyNamed(() => import('../../../ui/dialog/DiscardDialog.tsx'), 'DiscardDialog')

/** The legal hold of a record with its reason, and the buttons that renew and end it. */
export function CurrentHold({ clientId, hold }: { clientId: ClientId; hold: RecordHold }) {
  const { t } = useTranslation('recordRetention')
  const locale = useLocale()
  const refusal = useHoldRefusalText()
  const of = { clientId, id: hold.id }
  const renew = useHoldMutation(() => api.recordRetention.renewHold(of), {
    onSuccess: () => toast.success(t('renew.done')),
    onError: (error) => toast.error(refusal(error)),
  })
  const dayOf = (day: string) => dateText(day, locale.language)
  return (
    <div className={classes.hold}>
      <StatusBadge icon={IconLock} tone="warning">
        {t('hold.badge')}
      </StatusBadge>
      <div className={classes.reason}>{hold.reason}</div>
      <div className={classes.days}>
        {t('hold.until', { placed: dayOf(localDay(hold.placedAt, locale)), day: dayOf(hold.untilOn) })}
      </div>
      <Text size="sm" c="dimmed">
        {t('hold.text')}
      </Text>
      <div className={classes.actions}>
        <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
          {t('renew.action')}
        </Button>
        <EndHoldButton {...of} />
      </div>
    </div>
  )
}

/** A button that ends a hold after a confirmation. */
function EndHoldButton(of: { clientId: ClientId; id: RecordHoldId }) {
  const { t } = useTranslation('recordRetention')
  const refusal = useHoldRefusalText()
  const [isAsked, setIsAsked] = useState(false)
  const end = useHoldMutation(() => api.recordRetention.endHold(of), {
    onSuccess: () => toast.success(t('end.done')),
    onError: (error) => toast.error(refusal(error)),
  })
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" loading={end.isPending} onClick={() => setIsAsked(true)}>
        {t('end.action')}
      </Button>
      {isAsked && (
        <DiscardDialog
          title={t('end.title')}
          text={t('end.text')}
          stay={t('end.keep')}
          leave={t('end.action')}
          onStay={() => setIsAsked(false)}
          onLeave={() => {
            setIsAsked(false)
            end.mutate()
          }}
        />
      )}
    </>
  )
}
