import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'

type Props = { text: string; invitation?: boolean; children?: ReactNode }

/** Renders the page for a link that is wrong, used, expired or replaced by a newer link. `text` names the next step. */
export function InvalidLink({ text, invitation = false, children }: Props) {
  const { t } = useTranslation(['login', 'common'])
  return (
    <PublicFrame title={t('link.title')} text={text}>
      <Stack gap="md" mt="lg">
        {invitation && <FormError>{t('common:errors.INVALID_LINK')}</FormError>}
        {children}
        <ButtonLink variant="default" size="md" to="/">
          {t('backToSignIn')}
        </ButtonLink>
      </Stack>
    </PublicFrame>
  )
}
