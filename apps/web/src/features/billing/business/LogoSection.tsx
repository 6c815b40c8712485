import type { OwnBusiness } from '@attune/contract/features/billing/business/business'
import { businessLimits } from '@attune/contract/features/billing/business/business.rules'
import { Button, FileButton, Group } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, sendFile } from '../../../platform/api/api.ts'
import { FormError } from '../../../ui/base/FormError.tsx'
import { ServerPicture } from '../../../ui/file/ServerPicture.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './business.module.css'
import { useChangedBusiness } from './use-business.ts'

type LogoProblem = 'type' | 'size' | 'failed'

/** Shows the logo of new invoices. A chosen picture is saved immediately. */
export function LogoSection({ logoSha }: { logoSha: string | null }) {
  const { t } = useTranslation('business')
  const { change, problem, choose } = useLogo()
  return (
    <Section title={t('logo.title')} hint={t('logo.hint')}>
      <div className={classes.logo}>
        {logoSha && <ServerPicture path={`/api/storage/business-logo/${logoSha}`} alt={t('logo.alt')} />}
        <Group gap="xs">
          <FileButton accept="image/png,image/jpeg,image/webp,image/gif,image/avif" onChange={choose}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconPhoto size={18} stroke={1.6} aria-hidden />}
                loading={change.isPending}
              >
                {t(logoSha ? 'logo.other' : 'logo.choose')}
              </Button>
            )}
          </FileButton>
          {logoSha && (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={18} stroke={1.6} aria-hidden />}
              disabled={change.isPending}
              onClick={() => change.mutate(null)}
            >
              {t('logo.remove')}
            </Button>
          )}
        </Group>
      </div>
      <FormError>{problem && t(`logo.problem.${problem}`)}</FormError>
    </Section>
  )
}

/**
 * Returns a mutation that saves a picture as the logo or, with null, removes the logo. `choose` saves a picture unless it is too large; `problem` is
 * the reason why a picture was not saved.
 */
function useLogo() {
  const { t } = useTranslation('business')
  const setBusiness = useChangedBusiness()
  const [problem, setProblem] = useState<LogoProblem | null>(null)
  const change = useMutation({
    mutationFn: async (picture: File | null) =>
      picture ? ((await sendFile(['storage', 'business-logo'], picture)) as OwnBusiness) : api.business.removeLogo({}),
    onSuccess: (after) => {
      setBusiness(after)
      toast.success(t(after.logoSha ? 'logo.saved' : 'logo.removed'))
    },
    onError: (error) => setProblem(problemOf(error)),
  })
  const choose = (picture: File | null) => {
    if (!picture) return
    const isTooLarge = picture.size > businessLimits.logoUploadBytes
    setProblem(isTooLarge ? 'size' : null)
    if (!isTooLarge) change.mutate(picture)
  }
  return { change, problem, choose }
}

function problemOf(error: unknown): LogoProblem {
  const status = error instanceof ORPCError ? error.status : 0
  if (status === 415) return 'type'
  return status === 413 ? 'size' : 'failed'
}
