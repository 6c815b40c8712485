import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { Button, Group, Text } from '@mantine/core'
import { IconFilePencil, IconFileX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Section } from '../../../../ui/page/Section.tsx'

const CreditNoteDialog = lazyNamed(() => import('./CreditNoteDialog.tsx'), 'CreditNoteDialog')
const CorrectDialog = lazyNamed(() => import('./CorrectDialog.tsx'), 'CorrectDialog')

/** Offers a credit note, and a credit note with a new draft, because an issued invoice cannot change. */
export function MistakeCard({ invoice }: { invoice: InvoiceView }) {
  const { t } = useTranslation('invoice')
  const [asked, setAsked] = useState<'credit' | 'correct' | null>(null)
  const close = () => setAsked(null)
  return (
    <Section title={t('mistake.title')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('mistake.text')}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconFilePencil size={18} aria-hidden />}
          onClick={() => setAsked('correct')}
        >
          {t('mistake.correct')}
        </Button>
        <Button variant="default" leftSection={<IconFileX size={18} aria-hidden />} onClick={() => setAsked('credit')}>
          {t('mistake.credit')}
        </Button>
      </Group>
      {asked === 'credit' && <CreditNoteDialog invoice={invoice} onClose={close} />}
      {asked === 'correct' && <CorrectDialog invoice={invoice} onClose={close} />}
    </Section>
  )
}
