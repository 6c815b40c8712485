import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../ui/base/Callout.tsx'

/** Says that another window saved or gave the draft meanwhile, and lets the therapist choose one of the two versions. */
export function EstimateConflict({ onMine, onTheirs }: { onMine: () => void; onTheirs: () => void }) {
  const { t } = useTranslation('estimate')
  return (
    <Callout
      kind="warning"
      urgent
      title={t('conflict.title')}
      action={
        <Group gap="xs">
          <Button variant="default" size="compact-sm" onClick={onTheirs}>
            {t('conflict.theirs')}
          </Button>
          <Button variant="default" size="compact-sm" onClick={onMine}>
            {t('conflict.mine')}
          </Button>
        </Group>
      }
    >
      {t('conflict.text')}
    </Callout>
  )
}
