import './styles-overlay.ts'
import { Button, Group, Modal, Text } from '@mantine/core'

type Props = { title: string; text: string; stay: string; leave: string; onStay: () => void; onLeave: () => void }

/** The question of `LeaveGuard`, loaded when it is asked. */
export function LeaveDialog({ title, text, stay, leave, onStay, onLeave }: Props) {
  return (
    <Modal opened onClose={onStay} title={title} size={420} closeButtonProps={{ 'aria-label': stay }} styles={{ title: { fontSize: 18, fontWeight: 600 } }}>
      <Text size="sm" mb="md">
        {text}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onLeave}>
          {leave}
        </Button>
        <Button data-autofocus onClick={onStay}>
          {stay}
        </Button>
      </Group>
    </Modal>
  )
}
