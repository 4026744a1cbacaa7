import type { RoomTexts } from '../texts/room-texts.js'

const en = {
  copyId: 'Copy the request id',
  help: {
    OTSAuthFailed: 'The key was revoked or replaced: sign in with one that is valid.',
    OTSNoPermissionAccess: 'This key only reads. Sign in with one that may write.',
    OTSObjectNotExist: 'Somebody may have deleted or renamed it: look at the list.',
    OTSObjectAlreadyExist: 'Choose another name, or delete the one that is there.',
    OTSParameterInvalid: 'The message names what is against a rule: change that and send it again.',
    OTSInvalidPK: 'Compare the columns and types of the key with those of the table.',
    OTSConditionCheckFail: 'The row is not as it was shown: load it again.',
    OTSRowOperationConflict: 'Another request is writing the same row: send it again.',
    OTSNotEnoughCapacityUnit: 'The table has used its units of this second: wait a moment.',
    OTSCapacityUnitExhausted: 'The instance has used its units of this second: wait a moment.',
    OTSQuotaExhausted:
      'A limit of the service is reached: wait a moment, or delete what is not needed.',
    OTSTableNotReady: 'The table is being made or loaded: wait a few seconds.',
    OTSServerBusy: 'There is more work than the server can take: wait a moment.',
    OTSStorageServerBusy: 'The disk has more work than it can take: wait a moment.',
    OTSPartitionUnavailable: 'The partition is being split or moved: wait a few seconds.',
    OTSTimeout: 'Ask for less: fewer rows, a smaller range, or a condition on an indexed field.',
    OTSOutOfRowSizeLimit: 'Take a column out, or put large values into a table of their own.',
    OTSOutOfColumnCountLimit: 'Write fewer columns with one request.',
    OTSRequestBodyTooLarge: 'Send fewer or smaller rows with one request.',
    OTSInternalServerError: 'The log of the server tells the cause under this request id.',
  },
}

type HelpTexts = typeof en

const zhCn: HelpTexts = {
  copyId: '复制请求 ID',
  help: {
    OTSAuthFailed: '密钥已被吊销或更换：请使用有效的密钥登录。',
    OTSNoPermissionAccess: '此密钥只能读取。请使用可写的密钥登录。',
    OTSObjectNotExist: '它可能已被删除或改名：请查看列表。',
    OTSObjectAlreadyExist: '请换一个名称，或删除已有的。',
    OTSParameterInvalid: '消息中指出了违反规则之处：修改后再发送。',
    OTSInvalidPK: '请对照数据表的主键列和类型。',
    OTSConditionCheckFail: '此行已与显示的不同：请重新加载。',
    OTSRowOperationConflict: '另一个请求正在写入同一行：请再次发送。',
    OTSNotEnoughCapacityUnit: '数据表这一秒的能力单元已用完：请稍候。',
    OTSCapacityUnitExhausted: '实例这一秒的能力单元已用完：请稍候。',
    OTSQuotaExhausted: '已达到服务的限制：请稍候，或删除不需要的内容。',
    OTSTableNotReady: '数据表正在创建或加载：请等待几秒。',
    OTSServerBusy: '服务器的工作过多：请稍候。',
    OTSStorageServerBusy: '磁盘的工作过多：请稍候。',
    OTSPartitionUnavailable: '分区正在分裂或迁移：请等待几秒。',
    OTSTimeout: '请减少请求的内容：更少的行、更小的范围，或对已索引字段加条件。',
    OTSOutOfRowSizeLimit: '请去掉一列，或将大值放入单独的数据表。',
    OTSOutOfColumnCountLimit: '请在一次请求中写入更少的列。',
    OTSRequestBodyTooLarge: '请在一次请求中发送更少或更小的行。',
    OTSInternalServerError: '服务器日志中此请求 ID 下有原因。',
  },
}

const zhTw: HelpTexts = {
  copyId: '複製請求 ID',
  help: {
    OTSAuthFailed: '金鑰已被撤銷或更換：請使用有效的金鑰登入。',
    OTSNoPermissionAccess: '此金鑰只能讀取。請使用可寫入的金鑰登入。',
    OTSObjectNotExist: '它可能已被刪除或改名：請查看清單。',
    OTSObjectAlreadyExist: '請換一個名稱，或刪除已有的。',
    OTSParameterInvalid: '訊息中指出了違反規則之處：修改後再傳送。',
    OTSInvalidPK: '請對照資料表的主鍵欄位和類型。',
    OTSConditionCheckFail: '此列已與顯示的不同：請重新載入。',
    OTSRowOperationConflict: '另一個請求正在寫入同一列：請再次傳送。',
    OTSNotEnoughCapacityUnit: '資料表這一秒的能力單元已用完：請稍候。',
    OTSCapacityUnitExhausted: '執行個體這一秒的能力單元已用完：請稍候。',
    OTSQuotaExhausted: '已達到服務的限制：請稍候，或刪除不需要的內容。',
    OTSTableNotReady: '資料表正在建立或載入：請等待幾秒。',
    OTSServerBusy: '伺服器的工作過多：請稍候。',
    OTSStorageServerBusy: '磁碟的工作過多：請稍候。',
    OTSPartitionUnavailable: '分割區正在分裂或遷移：請等待幾秒。',
    OTSTimeout: '請減少請求的內容：更少的列、更小的範圍，或對已索引欄位加條件。',
    OTSOutOfRowSizeLimit: '請去掉一個欄位，或將大值放入單獨的資料表。',
    OTSOutOfColumnCountLimit: '請在一次請求中寫入更少的欄位。',
    OTSRequestBodyTooLarge: '請在一次請求中傳送更少或更小的列。',
    OTSInternalServerError: '伺服器記錄中此請求 ID 下有原因。',
  },
}

const ja: HelpTexts = {
  copyId: 'リクエスト ID をコピー',
  help: {
    OTSAuthFailed: 'キーが失効したか交換されました。有効なキーでサインインしてください。',
    OTSNoPermissionAccess: 'このキーは読み取り専用です。書き込めるキーでサインインしてください。',
    OTSObjectNotExist: '削除または改名された可能性があります。一覧を確認してください。',
    OTSObjectAlreadyExist: '別の名前を選ぶか、既存のものを削除してください。',
    OTSParameterInvalid: 'メッセージが規則に反する箇所を示しています。直して再送してください。',
    OTSInvalidPK: '主キーの列と型をテーブルと照らし合わせてください。',
    OTSConditionCheckFail: '行が表示されたものと異なります。読み込み直してください。',
    OTSRowOperationConflict: '別のリクエストが同じ行を書き込み中です。再送してください。',
    OTSNotEnoughCapacityUnit: 'テーブルがこの秒のユニットを使い切りました。少しお待ちください。',
    OTSCapacityUnitExhausted:
      'インスタンスがこの秒のユニットを使い切りました。少しお待ちください。',
    OTSQuotaExhausted: 'サービスの上限に達しました。少し待つか、不要なものを削除してください。',
    OTSTableNotReady: 'テーブルを作成または読み込み中です。数秒お待ちください。',
    OTSServerBusy: 'サーバーの処理能力を超えています。少しお待ちください。',
    OTSStorageServerBusy: 'ディスクの処理能力を超えています。少しお待ちください。',
    OTSPartitionUnavailable: 'パーティションを分割または移動中です。数秒お待ちください。',
    OTSTimeout: '行数や範囲を減らすか、インデックスのあるフィールドに条件を付けてください。',
    OTSOutOfRowSizeLimit: '列を取り除くか、大きな値を別のテーブルに置いてください。',
    OTSOutOfColumnCountLimit: '一回のリクエストで書き込む列を減らしてください。',
    OTSRequestBodyTooLarge: '一回のリクエストで送る行を減らすか小さくしてください。',
    OTSInternalServerError: 'サーバーのログにこのリクエスト ID で原因が記録されています。',
  },
}

export const helpTexts: RoomTexts<HelpTexts> = { en, 'zh-CN': zhCn, 'zh-TW': zhTw, ja }

/** A sentence on what to try; undefined for a code that needs none. */
export function helpOf({ help }: HelpTexts, code: string): string | undefined {
  const known: Readonly<Record<string, string>> = help
  return Object.hasOwn(known, code) ? known[code] : undefined
}
