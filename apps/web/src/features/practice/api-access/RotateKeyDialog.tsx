import type { PublicKey } from '@attune/contract/features/practice/administration/administration'
import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../platform/api/api.ts'
import { setPublicApiKey } from '../../../platform/api/public-key.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogFoot } from '../../../ui/dialog/DialogFoot.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { momentInSentence } from '../../../ui/page/date-text.ts'

type Props = {
  /** The key before the rotation; undefined while it is being loaded. */
  current: PublicKey | undefined
  onClose: () => void
}

/** Asks for confirmation, replaces the public API key, then shows the time until which the old key works. */
export function RotateKeyDialog({ current, onClose }: Props) {
  const { t } = useTranslation('apiAccess')
  const locale = useLocale()
  const cache = useQueryClient()
  const [command] = useState(createId)
  // The dialog keeps showing the old key although the page below already shows the new one.
  const [before] = useState(current)
  const rotate = useMutation({
    mutationFn: () => api.administration.rotatePublicKey({ command }),
    onSuccess: (after) => {
      cache.setQueryData(orpc.administration.publicKey.queryKey({ input: {} }), after)
      setPublicApiKey(after.key)
    },
  })
  if (rotate.data) return <RotatedDialog rotated={rotate.data} onClose={onClose} />
  return (
    <FormDialog
      danger
      onClose={onClose}
      title={t('rotating.title')}
      submit={t('rotating.submit')}
      back={t('rotating.back')}
      busy={rotate.isPending}
      problem={rotate.isError && t('rotating.failed')}
      onSubmit={() => rotate.mutate()}
    >
      <Text size="sm">{t('rotating.text')}</Text>
      {before?.previousUntil && (
        <Callout kind="warning">
          {t('rotating.endsOldest', { when: momentInSentence(before.previousUntil, locale) })}
        </Callout>
      )}
    </FormDialog>
  )
}

function RotatedDialog({ rotated, onClose }: { rotated: PublicKey; onClose: () => void }) {
  const { t } = useTranslation('apiAccess')
  const locale = useLocale()
  return (
    <Dialog title={t('rotated.title')} size={460} onClose={onClose}>
      <Stack gap="md" role="status">
        {rotated.previousUntil && (
          <Text size="sm">{t('rotated.until', { when: momentInSentence(rotated.previousUntil, locale) })}</Text>
        )}
        {rotated.oldestEndedAt && <Text size="sm">{t('rotated.endedOldest')}</Text>}
        <DialogFoot>
          <Button onClick={onClose}>{t('rotated.close')}</Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
