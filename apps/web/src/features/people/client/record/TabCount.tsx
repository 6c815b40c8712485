import { Text } from '@mantine/core'

/** The number of waiting items of a tab, in a text no higher than the tab's name. Renders nothing for 0. */
export const TabCount = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <Text span size="sm" lh={1} c="dimmed">
      {count}
    </Text>
  )
