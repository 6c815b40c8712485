import { Button, Group } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { cityOf, weekdayText } from '../../../../ui/page/date-text.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useSaveSupportHours, useSupportHours } from './use-support-hours.ts'

/** Asks the admin to confirm or change the default hours of product support [9.03]. */
export function SupportHoursQuestion() {
  const { t } = useTranslation(['administration', 'product'])
  const { language } = useLocale()
  const { hours } = useSupportHours()
  const save = useSaveSupportHours()
  if (!hours) return null
  const confirm = () =>
    save.mutate(hours, {
      onSuccess: () => toast({ variant: 'success', title: t('supportHours.confirmed') }),
      onError: () => toast({ variant: 'destructive', title: t('supportHours.failed') }),
    })
  return (
    <Callout
      icon={IconClock}
      title={t('supportHours.question')}
      action={
        <Group gap="xs">
          <Button loading={save.isPending} onClick={confirm}>
            {t('supportHours.confirm')}
          </Button>
          <ButtonLink variant="default" to="/dashboard/admin/settings">
            {t('supportHours.change')}
          </ButtonLink>
        </Group>
      }
    >
      {t('product:support.hours', {
        first: weekdayText(hours.firstDay, language),
        last: weekdayText(hours.lastDay, language),
        from: hours.from,
        to: hours.to,
        zone: cityOf(hours.zone),
      })}{' '}
      {t('supportHours.hint')}
    </Callout>
  )
}
