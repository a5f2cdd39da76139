/**
 * What the merchant category codes of ISO 18245 mean, in short words of ours. Which code stands for what is taken from the
 * list that the United States Department of Agriculture publishes, and, for what has come since, from the card schemes' own
 * public manuals. Codes from 3000 to 3999 each mean one airline, hirer of cars or hotel chain: what these do stands in
 * `tables/codes.sql`.
 */
import { type Code, codesIn } from "./Code.ts"

export const source = "ISO 18245; meanings as in the public lists of the USDA and the card schemes"

const names = `
0742 Veterinary services; 0763 Agricultural co-operatives; 0780 Landscaping and horticulture; 1520 Building contractors;
1711 Heating, plumbing, air conditioning; 1731 Electrical contractors; 1740 Masonry, tiling, plastering, insulation;
1750 Carpentry; 1761 Roofing and sheet metal; 1771 Concrete work; 1799 Special trade contractors;
2741 Publishing and printing; 2791 Typesetting and plate making; 2842 Cleaning and sanitation products;
4011 Freight railways; 4111 Local and suburban transport; 4112 Passenger railways; 4119 Ambulance services;
4121 Taxis and limousines; 4131 Bus lines; 4214 Haulage, movers, local delivery; 4215 Couriers; 4225 Storage;
4411 Cruises and steamships; 4457 Boat hire; 4468 Marinas; 4511 Airlines; 4582 Airports; 4722 Travel agencies;
4723 Package tour operators; 4784 Tolls and bridge fees; 4789 Other transport; 4812 Telephones and equipment;
4813 Telephone calls by key entry; 4814 Telephone and mobile services; 4815 Telephone calls by card;
4816 Internet and network services; 4821 Telegraph services; 4829 Money transfer; 4899 Cable, satellite, streaming television;
4900 Electricity, gas, water; 5013 Motor vehicle parts, wholesale; 5021 Office furniture; 5039 Construction materials;
5044 Office and photographic equipment; 5045 Computers and software, wholesale; 5046 Commercial equipment;
5047 Medical and dental supplies; 5051 Metals; 5065 Electrical parts; 5072 Hardware supplies; 5074 Plumbing supplies;
5085 Industrial supplies; 5094 Precious stones, watches, jewellery, wholesale; 5099 Durable goods;
5111 Stationery and paper, wholesale; 5122 Drugs, wholesale; 5131 Fabrics, wholesale; 5137 Uniforms and work clothing;
5139 Commercial footwear; 5169 Chemicals; 5172 Petroleum products; 5192 Books and newspapers, wholesale;
5193 Florists' and nursery supplies; 5198 Paints; 5199 Nondurable goods; 5200 Home supply warehouses;
5211 Building materials; 5231 Glass, paint, wallpaper; 5251 Hardware shops; 5261 Garden centres; 5262 Online marketplaces;
5271 Mobile homes; 5300 Wholesale clubs; 5309 Duty-free shops; 5310 Discount shops; 5311 Department stores;
5331 Variety shops; 5399 General merchandise; 5411 Groceries and supermarkets; 5422 Butchers and frozen meat;
5441 Sweets and nuts; 5451 Dairy shops; 5462 Bakeries; 5499 Convenience and specialist food shops; 5511 Car dealers;
5521 Used car dealers; 5531 Car supplies; 5532 Tyres; 5533 Car parts; 5541 Petrol stations; 5542 Fuel pumps;
5551 Boat dealers; 5552 Electric vehicle charging; 5561 Caravans and trailers; 5571 Motorcycles; 5592 Motor homes;
5598 Snowmobiles; 5599 Other vehicle dealers; 5611 Men's clothing; 5621 Women's clothing; 5631 Women's accessories;
5641 Children's clothing; 5651 Family clothing; 5655 Sports clothing; 5661 Shoe shops; 5681 Furriers;
5691 Clothing shops; 5697 Tailors and alterations; 5698 Wigs; 5699 Other clothing and accessories; 5712 Furniture;
5713 Floor coverings; 5714 Curtains and upholstery; 5715 Alcohol, wholesale; 5718 Fireplaces; 5719 Home furnishings;
5722 Household appliances; 5732 Electronics; 5733 Music shops and instruments; 5734 Software shops; 5735 Record shops;
5811 Caterers; 5812 Restaurants; 5813 Bars, pubs, nightclubs; 5814 Fast food; 5815 Digital goods: media;
5816 Digital goods: games; 5817 Digital goods: applications; 5818 Digital goods: many kinds; 5832 Antique shops;
5912 Chemists and pharmacies; 5921 Off-licences; 5931 Second-hand shops; 5932 Antique shops; 5933 Pawn shops;
5935 Scrap yards; 5937 Antique reproductions; 5940 Bicycle shops; 5941 Sports shops; 5942 Bookshops; 5943 Stationers;
5944 Jewellers and watches; 5945 Toys, games, hobbies; 5946 Camera shops; 5947 Cards, gifts, souvenirs;
5948 Leather goods and luggage; 5949 Sewing and fabrics; 5950 Glass and crystal; 5960 Insurance by post or telephone;
5961 Mail order; 5962 Travel by post or telephone; 5963 Door-to-door sales; 5964 Catalogue sales;
5965 Catalogue and retail sales; 5966 Outbound telephone sales; 5967 Inbound telephone sales; 5968 Subscriptions;
5969 Other direct sales; 5970 Artists' supplies; 5971 Art dealers; 5972 Stamps and coins; 5973 Religious goods;
5974 Rubber stamps; 5975 Hearing aids; 5976 Orthopaedic goods; 5977 Cosmetics; 5978 Typewriters; 5983 Heating fuel;
5992 Florists; 5993 Tobacconists; 5994 Newsagents; 5995 Pet shops; 5996 Swimming pools; 5997 Electric razors;
5998 Tents and awnings; 5999 Other shops; 6010 Cash at a bank counter; 6011 Cash machines; 6012 Banks: goods and services;
6050 Money orders and foreign currency at banks; 6051 Foreign currency, crypto-assets, money orders; 6211 Brokers;
6300 Insurance; 6381 Insurance premiums; 6399 Other insurance; 6513 Estate agents and rent; 6529 Remote stored value at banks;
6530 Remote stored value at merchants; 6532 Payment at a bank; 6533 Payment at a merchant; 6534 Money transfer by banks;
6535 Value purchase at a bank; 6536 Money transfer within a country; 6537 Money transfer between countries;
6538 Funding of money transfers; 6540 Stored value: purchase or load; 7011 Hotels and lodging; 7012 Timeshares;
7032 Sports and leisure camps; 7033 Campsites; 7210 Laundry and cleaning; 7211 Laundries; 7216 Dry cleaners;
7217 Carpet cleaning; 7221 Photographers; 7230 Hairdressers and beauty; 7251 Shoe repair; 7261 Funerals;
7273 Dating and escort services; 7276 Tax preparation; 7277 Counselling; 7278 Buying services; 7280 Hospital patients' personal funds;
7295 Babysitting; 7296 Clothing hire; 7297 Massage; 7298 Spas; 7299 Other personal services; 7311 Advertising;
7321 Credit reference agencies; 7322 Debt collection; 7332 Blueprints and photocopies; 7333 Commercial art and photography;
7338 Copying; 7339 Secretarial services; 7342 Pest control; 7349 Cleaning and caretaking; 7361 Employment agencies;
7372 Programming and data processing; 7375 Information retrieval; 7379 Computer repair; 7392 Consulting;
7393 Security services; 7394 Equipment hire; 7395 Photo developing; 7399 Other business services; 7511 Lorry stops;
7512 Car hire; 7513 Van and trailer hire; 7519 Motor home hire; 7523 Parking; 7524 Express payment at parking;
7531 Car body repair; 7534 Tyre repair; 7535 Car painting; 7538 Garages; 7542 Car washes; 7549 Towing; 7622 Electronics repair;
7623 Air conditioning repair; 7629 Appliance repair; 7631 Watch and jewellery repair; 7641 Furniture repair; 7692 Welding;
7699 Other repairs; 7800 Government lotteries; 7801 Licensed online casinos; 7802 Licensed horse and dog racing;
7829 Film production; 7832 Cinemas; 7833 Express payment at cinemas; 7841 Video hire; 7911 Dance halls and schools;
7922 Theatres and ticket agencies; 7929 Bands and entertainers; 7932 Billiards; 7933 Bowling; 7941 Sports clubs and fields;
7991 Tourist attractions; 7992 Golf courses; 7993 Game supplies; 7994 Games arcades; 7995 Betting and casinos;
7996 Amusement parks and circuses; 7997 Membership clubs; 7998 Aquariums and zoos; 7999 Other recreation;
8011 Doctors; 8021 Dentists; 8031 Osteopaths; 8041 Chiropractors; 8042 Optometrists; 8043 Opticians; 8044 Optical goods;
8049 Chiropodists; 8050 Nursing and personal care; 8062 Hospitals; 8071 Medical laboratories; 8099 Other medical services;
8111 Legal services; 8211 Schools; 8220 Universities; 8241 Correspondence schools; 8244 Business schools;
8249 Vocational schools; 8299 Other education; 8351 Child care; 8398 Charities; 8641 Civic and social associations;
8651 Political organisations; 8661 Religious organisations; 8675 Motoring organisations; 8699 Membership organisations;
8734 Testing laboratories; 8911 Architects and engineers; 8931 Accountants; 8999 Other professional services;
9211 Court costs and maintenance; 9222 Fines; 9223 Bail and bonds; 9311 Taxes; 9399 Other government services;
9402 Postal services; 9405 Payments between governments; 9406 Government-owned lotteries; 9700 Automated referral;
9701 Credential service; 9702 Emergency services of a scheme; 9751 Supermarkets within a company; 9752 Petrol within a company;
9950 Purchases within a company
`

/** Every code of a merchant category that means a kind of merchant. */
export const merchantCategories: ReadonlyArray<Code> = codesIn("merchant_category_code", source, names)
