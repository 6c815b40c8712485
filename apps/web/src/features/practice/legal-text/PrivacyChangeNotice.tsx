import type { LegalVersionId } from '@attune/contract/common/ids'
import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { dateText, localDay } from '../../../ui/page/date-text.ts'

type Props = { change: { versionId: LegalVersionId; publishedAt: string } }

/** Shows a notice that the privacy notice has changed. It never appears again after the client closes it. */
export function PrivacyChangeNotice({ change: { versionId, publishedAt } }: Props) {
  const { t } = useTranslation('legalText')
  const locale = useLocale()
  const cache = useQueryClient()
  const dismiss = useMutation({
    mutationFn: () => api.legalText.dismissChange({ versionId }),
    onSuccess: () => cache.invalidateQueries({ queryKey: orpc.clientHome.key() }),
  })
  return (
    <Callout>
      <Group gap="xs" justify="space-between">
        <span>{t('change.text', { date: dateText(localDay(publishedAt, locale), locale.language) })}</span>
        <Group gap="xs">
          <TextLink to="/legal/$page" params={{ page: 'privacy' }}>
            {t('change.read')}
          </TextLink>
          <Button variant="subtle" size="compact-sm" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
            {t('change.dismiss')}
          </Button>
        </Group>
      </Group>
    </Callout>
  )
}
