import type { AccountId } from '@attune/contract/common/ids'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { loginInCache } from '../../../../platform/login/login.ts'
import { BiometricUnlock } from '../../../../platform/native/device/biometric-unlock.ts'
import { unlockServer } from '../../../../platform/native/device/unlock-server.ts'
import { nativePort } from '../../../../platform/native/port.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'

/** A button that unlocks the app with a fingerprint or a face. Renders nothing while only the password can unlock the app. */
export function BiometricUnlockButton({ userId, onUnlocked }: { userId: AccountId; onUnlocked: () => void }) {
  const { t } = useTranslation('native')
  const errorText = useErrorMessage()
  const port = nativePort()
  const queryKey = ['biometry', userId]
  const usable = useQuery({
    queryKey,
    queryFn: () => (port ? new BiometricUnlock(port, unlockServer).isUsable(userId) : false),
    networkMode: 'always',
    gcTime: 0,
  })
  const unlock = useMutation({
    networkMode: 'always',
    mutationFn: async () =>
      port
        ? new BiometricUnlock(port, unlockServer).unlock(userId, t('unlock.reason'), t('unlock.cancel'))
        : ('password' as const),
    onSuccess: (result) => {
      if (result === 'unlocked') return onUnlocked()
      if (result === 'password') void usable.refetch()
    },
  })
  if (unlock.data === 'password') return <FormError>{t('unlock.password')}</FormError>
  if (!usable.data) return null
  return (
    <>
      <Button
        variant="default"
        fullWidth
        size="md"
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={unlock.isPending}
        onClick={() => unlock.mutate()}
      >
        {t('unlock.submit')}
      </Button>
      <FormError>{unlock.data === 'failed' ? t('unlock.failed') : errorText(unlock.error)}</FormError>
    </>
  )
}

/** Restarts the limits of the biometric unlock (attempts and days), because the person has just entered the password. */
export async function passwordProved(): Promise<void> {
  const [port, userId] = [nativePort(), loginInCache()?.userId]
  if (port && userId) await new BiometricUnlock(port, unlockServer).passwordProved(userId)
}
