/** The rows of the manual's case. Its device 54 has two sellers, against its own rule. */
export interface ManualRow {
  readonly device: bigint
  readonly seller: string
  readonly card: bigint
  readonly order: bigint
}

export const MANUAL_ROWS: readonly ManualRow[] = [
  { device: 16n, seller: 'a100', card: 66_661n, order: 200_001n },
  { device: 54n, seller: 'a100', card: 6_777n, order: 200_003n },
  { device: 54n, seller: 'a1001', card: 6_777n, order: 200_004n },
  { device: 167n, seller: 'a101', card: 283_408n, order: 200_002n },
  { device: 66n, seller: 'b304', card: 178_994n, order: 200_005n },
]
