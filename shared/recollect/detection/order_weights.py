"""What the signs of an order weigh, as `tests.security.learn_orders` wrote it.

A line is a sign or a pair of signs, and how far it speaks for an order, in thousandths.
"""

from typing import Final

WEIGHTS: Final = """
bias -4236
model 2025
model_weak 1129
reads 2836
whoever 486
note_to 553
you 655
your 186
answer 1025
own_answer 1610
answering 1839
asked 1826
say 239
hide 1772
override 413
prior 1512
prompt_noun 132
prior_weak -405
rank 1289
this_text 1985
trust 1254
memory 1024
tool 632
send -695
address -399
conversation 372
secret 749
role 1979
authority 715
grant 293
threat 425
recommend 112
user 617
always 940
must -157
not 356
please 721
instead 526
encoded 2375
self 1585
human 32
report -698
software -2003
ops -1052
mention -1612
first_person -919
sorry -562
condition -422
will_do -1625
mark 2743
call 1742
header 2257
version -492
code -342
image 1275
link 500
quoted -401
question -235
opens 471
then 612
disguised 2633
model model_weak -209
model reads 839
model you 1056
model answer -449
model answering -507
model say 82
model hide 954
model prior -1056
model prior_weak -189
model rank -441
model this_text 330
model trust 866
model memory -1290
model send 187
model address 1705
model conversation -499
model role 44
model user -905
model always 640
model must 1573
model please 1255
model report -448
model software -350
model ops 125
model mention 1117
model will_do 8
model header 434
model version 177
model quoted 1799
model_weak note_to 118
model_weak you 1088
model_weak answer -128
model_weak asked -472
model_weak say 749
model_weak hide 254
model_weak prior_weak -506
model_weak trust 1102
model_weak tool -539
model_weak authority -1245
model_weak approved 70
model_weak grant -248
model_weak user -759
model_weak must -293
model_weak report -439
model_weak software 1695
model_weak ops -122
model_weak mark 455
model_weak link -58
model_weak quoted 495
model_weak then -31
reads tool 209
reads always 776
reads first_person 58
reads condition 235
whoever not 1493
note_to hide 544
note_to trust 12
note_to address 624
note_to always -697
note_to not 255
note_to code 293
you your -2138
you answer 614
you own_answer 841
you answering 382
you asked 1102
you say -319
you hide 669
you override 110
you prior 1342
you prior_weak 492
you this_text 342
you trust -3
you send -368
you address -790
you secret 751
you role -791
you authority 87
you approved 973
you grant 68
you threat 679
you recommend 370
you user 212
you always -152
you please -212
you instead -1057
you self 237
you human -731
you report 319
you software 79
you mention -48
you first_person 297
you will_do -61
you version -137
you code -221
you link -442
you opens 271
your answer 975
your own_answer 875
your answering -416
your asked -245
your say -515
your prior 1782
your prompt_noun 205
your prior_weak -115
your trust -407
your memory 1423
your conversation 37
your role -150
your authority 787
your grant 43
your user 802
your not -610
your instead 41
your report 1120
your software -209
your mention -179
your condition 1000
your will_do -323
your code -81
your link 5
your then 128
answer own_answer -42
answer asked 432
answer say -152
answer prompt_noun -16
answer prior_weak -231
answer rank -28
answer this_text 193
answer address -270
answer secret 58
answer authority 37
answer threat 396
answer recommend 958
answer always 233
answer must 209
answer not 1275
answer please -669
answer instead 422
answer human 607
answer ops -210
answer mention -66
answer first_person -786
answer quoted 652
answer opens 327
answer then 1339
own_answer say 880
own_answer recommend -603
own_answer must 1180
own_answer not 637
own_answer ops 37
answering asked 44
answering say 150
answering prior_weak 271
answering rank -93
answering tool 1152
answering conversation -133
answering approved 580
answering user -799
answering always 1007
answering report 72
answering first_person -161
answering condition 534
answering then 59
asked say 192
asked prompt_noun -104
asked prior_weak -505
asked grant 90
asked recommend 1058
asked must -370
asked not 736
asked condition -195
asked opens 596
asked then 778
say hide -216
say override 54
say prior 141
say this_text 1257
say tool -295
say address 276
say role 269
say authority 101
say approved -32
say grant -2
say recommend -364
say user 64
say always -571
say must 99
say not 148
say please 394
say human 54
say report 1017
say ops 306
say condition -87
say mark 33
say call 28
say version 195
say code -221
say opens 31
say then 400
hide rank 430
hide this_text 345
hide memory -44
hide secret -858
hide user 326
hide always -7
hide not -451
hide ops -918
hide first_person 734
hide condition -252
override prior 1223
override prompt_noun 1015
override prior_weak 879
override this_text 124
override send -85
override address -36
override authority 8
override grant 881
override user 599
override always -200
override must -165
override not -401
override ops -46
override mention -389
override first_person 1255
override condition 218
override quoted -483
override opens 464
override disguised 280
prior prior_weak 506
prior this_text 85
prior trust -26
prior secret 533
prior always 190
prior not 820
prior instead 375
prior will_do -101
prior quoted -802
prior opens 796
prompt_noun trust -977
prompt_noun memory -8
prompt_noun threat 129
prompt_noun user 375
prompt_noun always 76
prompt_noun must -458
prompt_noun not -83
prompt_noun instead 541
prompt_noun report -489
prompt_noun ops -721
prompt_noun condition -376
prompt_noun quoted -1198
prompt_noun then 483
prompt_noun disguised 280
prior_weak rank 854
prior_weak trust 255
prior_weak memory -233
prior_weak tool -432
prior_weak approved 54
prior_weak always 79
prior_weak not -225
prior_weak instead 799
prior_weak encoded -347
prior_weak report -69
prior_weak first_person -425
prior_weak image 794
prior_weak opens -3
prior_weak then -182
rank this_text 964
rank trust 271
rank memory 271
rank tool -36
rank send -330
rank address -165
rank conversation -224
rank user -908
rank always 99
rank please 977
rank instead -49
rank human -631
rank report -101
rank ops 1113
rank first_person 931
rank condition -896
rank quoted -127
rank opens -335
this_text trust 87
this_text tool -67
this_text approved -32
this_text grant -113
this_text user -146
this_text always -23
this_text not 309
this_text version 554
this_text quoted -57
trust send 390
trust approved -158
trust user 522
trust always 55
trust must -5
trust self 26
trust will_do 83
trust code -98
trust quoted -68
trust then -546
memory role 352
memory approved 2342
memory user -185
memory always 339
memory not 284
memory first_person 167
memory condition -409
memory will_do 452
memory opens 980
tool address 499
tool secret 149
tool approved 535
tool grant 426
tool user 384
tool always -226
tool not 292
tool instead 126
tool software -322
tool condition 847
tool code -83
tool then -157
send address 297
send conversation 1499
send authority 56
send grant -504
send recommend -42
send user 98
send always -344
send must -405
send please 749
send self 26
send report -294
send condition 57
send call 72
send link 1303
send opens -10
send then -224
address conversation 676
address grant -402
address always -407
address must -263
address not -477
address first_person -714
address condition 16
address image 149
address quoted -216
address opens 12
conversation authority 19
conversation approved 1187
conversation grant 633
conversation always 205
conversation must -420
conversation not -224
conversation condition 403
conversation link 1085
conversation opens 24
secret role 1276
secret grant -29
secret always -447
secret must -983
secret not -481
secret self 1
secret ops 1563
secret condition -181
secret link 429
secret quoted 35
role always 61
role not 1259
role human 573
role software -18
role ops 26
role condition -344
authority threat 266
authority must 36
authority report -272
authority ops -152
authority condition -422
authority will_do 1615
authority mark 596
authority code -230
authority quoted 560
approved grant 134
approved user 923
approved always -20
approved not 1263
approved human 227
approved ops -45
approved condition 927
approved will_do 7
approved opens 181
grant must 23
grant report -502
grant software -256
grant condition 851
grant version 31
grant quoted -152
grant opens -86
threat user 1126
threat must 1690
threat condition -247
recommend user 211
recommend human 306
recommend condition 381
recommend opens -16
recommend then 888
user must 243
user not 21
user instead 383
user human -305
user software 319
user ops -101
user mention -114
user condition -846
user header 154
user link 156
user opens 621
user disguised 590
always not -839
always human 115
always report 285
always software -98
always ops -64
always first_person -211
always condition -856
always version -78
always then 202
must please 816
must instead 232
must encoded -149
must human -667
must report -130
must ops 1346
must first_person -138
must condition -961
must will_do 22
must code -332
must link -407
must opens -687
not please 81
not human -855
not report 147
not software -753
not ops 708
not first_person 394
not condition -1067
not code -1196
not opens 699
please human 101
please report -707
please opens -1319
instead report -146
instead first_person -168
encoded condition 438
encoded code 1077
human mention 31
human first_person -1145
human will_do 175
human version 657
human quoted 862
human opens 425
human then -187
report software -72
report ops 239
report first_person -1263
report condition 1040
report will_do -34
report opens 873
software first_person -279
software quoted -232
ops condition -4
ops code -539
ops opens -959
mention version 131
mention opens -13
first_person code -183
first_person link -446
first_person quoted -621
first_person question 301
first_person opens 283
first_person then -131
condition link 508
condition quoted 156
condition opens -394
will_do quoted 343
call code 616
call quoted 616
call opens 616
header code 1276
version code -124
version then 1028
code image 149
code opens 1164
code then -974
image link 5
image opens 364
link opens 1000
quoted opens 675
quoted then -340
opens then -648
"""
