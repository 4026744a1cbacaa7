import { expectDefined } from '@rowhouse/platform'

/** A tag that a machine can see, below a wider one. */
export interface KnownTag {
  readonly name: string
  /** Undefined at the top. */
  readonly parent: string | undefined
}

/** Twenty wide tags with nine kinds each. */
const KINDS_OF: Readonly<Record<string, string>> = {
  动物: '猫 狗 马 鸟 鱼 熊 大象 羊 蝴蝶',
  食物: '面条 米饭 蛋糕 水果 火锅 饺子 面包 烤肉 咖啡',
  风景: '海边 山 湖 森林 沙漠 草原 瀑布 日落 雪景',
  情绪: '开心 难过 惊讶 平静 生气 害怕 感动 疲惫 期待',
  人物: '孩子 老人 新娘 医生 老师 学生 歌手 司机 厨师',
  交通: '汽车 自行车 火车 飞机 船 公交车 摩托车 地铁 卡车',
  建筑: '寺庙 高楼 桥 教堂 城墙 塔 博物馆 车站 民居',
  运动: '足球 篮球 跑步 游泳 滑雪 登山 网球 瑜伽 骑行',
  节日: '春节 中秋 生日 婚礼 圣诞 毕业 端午 元宵 国庆',
  文档: '发票 合同 报表 表格存储 简历 海报 地图 菜单 证书',
  植物: '玫瑰 竹子 荷花 樱花 松树 向日葵 仙人掌 枫叶 小麦',
  天气: '晴天 下雨 下雪 多云 大雾 彩虹 闪电 台风 星空',
  服饰: '裙子 西装 帽子 旗袍 运动鞋 围巾 手套 眼镜 手表',
  家居: '沙发 床 台灯 书桌 窗帘 椅子 花瓶 镜子 地毯',
  电子: '手机 电脑 相机 耳机 电视 键盘 无人机 音箱 平板',
  乐器: '钢琴 吉他 小提琴 鼓 古筝 二胡 笛子 琵琶 萨克斯',
  活动: '会议 聚餐 露营 演出 展览 比赛 旅行 阅读 钓鱼',
  地点: '公园 学校 医院 商场 餐厅 办公室 机场 海港 农田',
  颜色: '红色 黄色 蓝色 绿色 白色 黑色 紫色 橙色 灰色',
  物品: '书 杯子 雨伞 钥匙 箱子 玩具 灯笼 剪刀 时钟',
}

/** How a kind can be seen: the leaves of the tree. */
const VIEWS = '特写 远景 侧面 背影 黑白 夜景 手绘 局部 多个 俯拍'.split(' ')

const WIDE: readonly KnownTag[] = Object.keys(KINDS_OF).map((name) => ({ name, parent: undefined }))
const MIDDLE: readonly KnownTag[] = Object.entries(KINDS_OF).flatMap(([parent, names]) =>
  names.split(' ').map((name) => ({ name, parent })),
)
const LEAVES: readonly KnownTag[] = MIDDLE.flatMap(({ name: parent }) =>
  VIEWS.map((view) => ({ name: `${parent}·${view}`, parent })),
)

/** How many kinds there are below the wide tags. */
export const KINDS = MIDDLE.length

/** 2,000 tags; kinds first, because they are seen most often. */
export const TAG_TREE: readonly KnownTag[] = [...MIDDLE, ...WIDE, ...LEAVES]

const PARENTS: ReadonlyMap<string, string | undefined> = new Map(
  TAG_TREE.map(({ name, parent }) => [name, parent]),
)

export const parentOfTag = (name: string): string =>
  expectDefined(PARENTS.get(name), `${name} has a parent`)

/** The widest tag above this one. A tag that is not in the tree has only the parent that its file tells. */
export const wideTagOf = (tag: { readonly tag: string; readonly parent: string }): string => {
  const above = PARENTS.get(tag.parent)
  return above ?? tag.parent
}
