import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

type Props = { when: boolean; title: string; text: string; stay: string; leave: string; onLeave?: () => void }

/** Asks before a page with something unsaved is left; closing the tab is asked by the browser itself. */
export function LeaveGuard({ when, title, text, stay, leave, onLeave }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  })
  const blocked = blocker.status === 'blocked'
  return (
    <Modal opened={blocked} onClose={() => blocker.reset?.()} title={title} size={420} closeButtonProps={{ 'aria-label': stay }} styles={{ title: { fontSize: 18, fontWeight: 600 } }}>
      <Text size="sm" mb="md">
        {text}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          onClick={() => {
            onLeave?.()
            blocker.proceed?.()
          }}
        >
          {leave}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          {stay}
        </Button>
      </Group>
    </Modal>
  )
}
