import type { GuardianId } from '@attune/contract/common/ids'
import { type GuardianRight, guardianRights } from '@attune/contract/features/people/guardian/guardian.rules'
import { Checkbox, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../../ui/toast/toast.ts'

type Props = {
  guardian: { id: GuardianId; name: string; rights: readonly GuardianRight[] }
  /** Whether the therapist renews the rights because a client without an account has agreed to it outside the app. */
  onWord?: boolean
  onClose: () => void
}

/** Asks for the rights of a guardian that apply again after a pause. No right is selected at first. */
export function RenewGuardianDialog({ guardian: { id, name, rights }, onWord = false, onClose }: Props) {
  const { t } = useTranslation('ownGuardians')
  const [chosen, setChosen] = useState<GuardianRight[]>([])
  const queryClient = useQueryClient()
  const renew = useMutation({
    ...(onWord ? orpc.guardian.renewOnWord : orpc.guardian.renew).mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: orpc.guardian.key() })
      toast({ variant: 'success', title: t('renew.done') })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('renew.title', { name })}
      submit={t('renew.submit')}
      back={t('renew.back')}
      busy={renew.isPending}
      dirty={chosen.length > 0}
      onClose={onClose}
      onSubmit={() => chosen.length > 0 && renew.mutate({ id, rights: chosen })}
    >
      <Text size="sm">{t(onWord ? 'renew.textOnWord' : 'renew.text', { name })}</Text>
      <Checkbox.Group
        label={t('renew.rights')}
        value={chosen}
        onChange={(values) => setChosen(guardianRights.filter((right) => values.includes(right)))}
      >
        <Stack gap={8} mt={8}>
          {rights.map((right) => (
            <Checkbox key={right} value={right} label={t(`renew.right.${right}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <FormError>{renew.isError ? t('renew.failed') : null}</FormError>
    </FormDialog>
  )
}
