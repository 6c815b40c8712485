import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'

type Props = {
  textKey: 'rotating' | 'removing' | 'ending'
  name?: string
  act: () => Promise<void>
  onClose: () => void
}

/** Asks for confirmation before an irreversible action on a feed or an imported calendar. */
export function ConfirmFeedActionDialog({ textKey, name = '', act, onClose }: Props) {
  const { t } = useTranslation('feeds')
  const errorText = useErrorMessage()
  const run = useMutation({ mutationFn: act, onSuccess: onClose })
  return (
    <FormDialog
      onClose={onClose}
      title={t(`${textKey}.title`, { name })}
      submit={t(`${textKey}.submit`)}
      back={t(`${textKey}.back`)}
      busy={run.isPending}
      danger
      onSubmit={() => run.mutate()}
    >
      <Text size="sm">{t(`${textKey}.text`)}</Text>
      {run.isError && <FormError>{errorText(run.error)}</FormError>}
    </FormDialog>
  )
}
