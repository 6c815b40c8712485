import type { ClientId } from '@attune/contract/common/ids'
import { chosenSafetyOptions } from '@attune/contract/features/care/form/form.rules'
import type { SentFormView } from '@attune/contract/features/care/form/form.schemas'
import { Button, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useFormRefusalText, useInvalidateForms } from '../use-forms.ts'

type Props = { client: { id: ClientId; name: string }; form: SentFormView }

/**
 * Shows the therapist the chosen options that indicate a danger, with a button that marks them as reviewed. After that, shows that they were
 * reviewed. Renders nothing if no such option was chosen.
 */
export function FlaggedForm({ client, form: { id, flag, content, answers } }: Props) {
  const { t } = useTranslation('form')
  const refusal = useFormRefusalText()
  const changed = useInvalidateForms()
  const review = useMutation({
    mutationFn: () => api.form.acknowledge({ clientId: client.id, id }),
    onError: (error) => toast.error(refusal(error)),
    onSettled: changed,
  })
  if (flag === 'none') return null
  const options = chosenSafetyOptions(content, answers ?? {}).join(', ')
  if (flag === 'acknowledged') return <Callout kind="calm">{t('flag.acknowledged', { options })}</Callout>
  return (
    <Section tint="answer" title={t('flag.title', { name: client.name, options })}>
      <Text size="sm" mb="sm">
        {t('flag.contact', { name: client.name })}
      </Text>
      <Button
        leftSection={<IconCheck size={18} aria-hidden />}
        loading={review.isPending}
        onClick={() => review.mutate()}
      >
        {t('flag.acknowledge')}
      </Button>
    </Section>
  )
}
