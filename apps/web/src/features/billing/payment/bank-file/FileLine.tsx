import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = { name: string; onOther: () => void; onColumns?: (() => void) | null }

/** Shows the name of the file, with buttons that choose another one or change the column mapping. */
export function FileLine({ name, onOther, onColumns = null }: Props) {
  const { t } = useTranslation('bankFile')
  return (
    <Group justify="space-between" gap="xs">
      <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Group gap="xs">
        {onColumns && (
          <Button variant="default" size="compact-sm" onClick={onColumns}>
            {t('columns.change')}
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={onOther}>
          {t('choose.other')}
        </Button>
      </Group>
    </Group>
  )
}
