import { Button, Group } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { entryCount } from './bank-selection.ts'
import type { BookingOutcome } from './use-booking.ts'

/** Shows how many payments were recorded and how many had been recorded before, with links to the next file and to the invoices. */
export function BookedEntries({
  outcome: { booked, known },
  onAnother,
}: {
  outcome: BookingOutcome
  onAnother: () => void
}) {
  const { t } = useTranslation('bankFile')
  return (
    <div role="status">
      <Card>
        <EmptyState
          icon={IconCircleCheck}
          title={t('done.title', { count: entryCount(booked) })}
          text={known > 0 && t('done.known', { count: known })}
        >
          <Group gap="xs" justify="center">
            <Button variant="default" onClick={onAnother}>
              {t('done.another')}
            </Button>
            <ButtonLink to="/dashboard/therapist/payments">{t('done.toList')}</ButtonLink>
          </Group>
        </EmptyState>
      </Card>
    </div>
  )
}
