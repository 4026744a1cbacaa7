/** What the sellers of a category have on their shelves. */
export interface Category {
  readonly name: string
  readonly nouns: readonly string[]
  readonly englishNouns: readonly string[]
  /**
   * The one product of its sellers with 电脑 (computer) in its name; no other name has both signs side by
   * side.
   */
  readonly computer: string
  /** Prices in hundredths of a yuan. */
  readonly cheapest: number
  readonly dearest: number
}

const category = (
  name: string,
  computer: string,
  [cheapest, dearest]: readonly [number, number],
  nouns: string,
  englishNouns: string,
): Category => ({
  name,
  computer,
  cheapest: cheapest * 100,
  dearest: dearest * 100,
  nouns: nouns.split(' '),
  englishNouns: englishNouns.split('|'),
})

export const CATEGORIES: readonly Category[] = [
  category(
    '数码',
    '笔记本电脑',
    [60, 9_000],
    '手机 耳机 相机 音箱 充电器 键盘 鼠标 显示器 路由器 手环',
    'Headphones|Camera|Speaker|Charger|Keyboard|Monitor',
  ),
  category(
    '家电',
    '电脑控温电饭煲',
    [80, 6_000],
    '空调 冰箱 洗衣机 电饭煲 吸尘器 健脑电动按摩仪 台灯 电风扇 烤箱 加湿器',
    'Rice Cooker|Vacuum Cleaner|Desk Lamp|Oven|Kettle',
  ),
  category(
    '家具',
    '电脑桌',
    [90, 5_000],
    '书桌 椅子 沙发 床架 衣柜 书架 茶几 床垫 鞋柜 屏风',
    'Chair|Bookshelf|Sofa|Mattress|Wardrobe',
  ),
  category(
    '箱包',
    '电脑双肩包',
    [40, 1_500],
    '背包 行李箱 手提包 钱包 腰包 斜挎包 旅行袋 卡包 书包 化妆包',
    'Backpack|Suitcase|Wallet|Handbag',
  ),
  category(
    '图书',
    '电脑入门教程',
    [12, 200],
    '小说 画册 词典 诗集 菜谱 地图册 童话 科普读物 传记 字帖',
    'Novel|Atlas|Cookbook|Picture Book|Dictionary',
  ),
  category(
    '服饰',
    '电脑刺绣衬衫',
    [30, 900],
    '衬衫 牛仔裤 外套 连衣裙 毛衣 围巾 袜子 帽子 运动鞋 皮带',
    'Shirt|Jeans|Coat|Scarf|Sneakers|Sweater',
  ),
  category(
    '食品',
    '电脑绣花礼盒月饼',
    [8, 300],
    '绿茶 坚果 饼干 巧克力 蜂蜜 牛肉干 咖啡豆 果汁 面条 大米',
    'Green Tea|Chocolate|Coffee Beans|Honey|Noodles',
  ),
  category(
    '运动',
    '电脑计步跑步机',
    [25, 4_000],
    '瑜伽垫 篮球 足球 羽毛球拍 帐篷 睡袋 登山杖 泳镜 跳绳 哑铃',
    'Yoga Mat|Tent|Basketball|Sleeping Bag|Dumbbell',
  ),
  category(
    '母婴',
    '儿童学习电脑',
    [15, 1_200],
    '奶瓶 婴儿车 积木 绘本 纸尿裤 玩偶 摇铃 儿童餐椅 毛毯 拼图',
    'Baby Bottle|Stroller|Building Blocks|Puzzle',
  ),
  category(
    '美妆',
    '电脑测肤仪',
    [20, 1_000],
    '口红 面膜 香水 洗面奶 眉笔 防晒霜 护手霜 粉底 卸妆油 梳子',
    'Lipstick|Perfume|Face Mask|Hand Cream|Sunscreen',
  ),
]

export const BRANDS: readonly string[] = [
  '晨曦 远山 青禾 云帆 北辰 朗月 海棠 墨白 拾光 长歌',
  '木棉 星野 白鹭 锦川 知夏 南屏 飞鸿 听雨 松间 明德',
  'Aurora Northwind Bluebird Oakley Riverton Solace Maple Lumen Harbor Kestrel',
].flatMap((brands) => brands.split(' '))

export const STYLES: readonly string[] = [
  '经典 轻便 家用 便携 加厚 智能 复古 静音',
  '防水 简约 大容量 迷你 旗舰 儿童 商务 户外',
].flatMap((styles) => styles.split(' '))

export const ENGLISH_STYLES: readonly string[] =
  'Classic Light Smart Compact Quiet Vintage Outdoor Premium'.split(' ')

/** Where consumers and sellers live, the large cities first. */
export const HOME_CITIES: readonly string[] = [
  '上海 北京 深圳 广州 杭州 成都 重庆 武汉 苏州 西安',
  '南京 天津 长沙 郑州 青岛 宁波 厦门 合肥 昆明 哈尔滨',
].flatMap((cities) => cities.split(' '))
