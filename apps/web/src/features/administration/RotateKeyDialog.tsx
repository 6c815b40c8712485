import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../platform/api.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Callout } from '../../ui/base/Callout.tsx'
import { toast } from '../../ui/toast.ts'

/** Asks for confirmation, then replaces the public API key. */
export function RotateKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('administration')
  const cache = useQueryClient()
  const [command] = useState(createId)
  const rotate = useMutation({
    mutationFn: () => api.administration.rotatePublicKey({ command }),
    onSuccess: (after) => {
      cache.setQueryData(orpc.administration.publicKey.queryKey({ input: {} }), after)
      // Later requests read the key from this element.
      document.querySelector<HTMLMetaElement>('meta[name="attune-key"]')?.setAttribute('content', after.key)
      toast({ variant: 'success', title: t('settings.rotated') })
      onClose()
    },
  })
  return (
    <FormDialog
      danger
      onClose={onClose}
      title={t('settings.rotating.title')}
      submit={t('settings.rotating.submit')}
      back={t('settings.rotating.back')}
      busy={rotate.isPending}
      onSubmit={() => rotate.mutate()}
    >
      <Text size="sm">{t('settings.rotating.text')}</Text>
      {rotate.isError && (
        <Callout kind="danger" urgent>
          {t('notDone')}
        </Callout>
      )}
    </FormDialog>
  )
}
