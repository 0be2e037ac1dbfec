"""What the signs of an order weigh, as `tests.security.learn_orders` wrote it.

A line is a sign or a pair of signs, and how far it speaks for an order, in thousandths.
"""

from typing import Final

WEIGHTS: Final = """
bias -4221
model 1946
model_weak 1027
reads 2852
whoever 452
note_to 559
you 690
your 254
answer 1054
own_answer 1480
answering 1924
asked 1691
say 460
hide 1839
override 339
prior 1658
prompt_noun 258
prior_weak -494
rank 1249
this_text 2019
trust 1203
memory 905
tool 543
send -682
address -405
conversation 355
secret 654
role 2118
authority 534
approved 31
grant 320
threat 376
recommend 471
user 579
always 1017
must -24
not 317
please 678
instead 755
encoded 2350
self 1371
report -733
software -1860
ops -1148
mention -1557
first_person -908
sorry -689
condition -482
will_do -1598
mark 2892
call 1855
header 2112
version -627
code -517
image 1335
link 491
quoted -504
question -309
opens 441
then 587
disguised 2647
model model_weak -205
model reads 879
model note_to 5
model you 1135
model answer -411
model answering -478
model say 50
model hide 911
model prior -1092
model prior_weak -300
model rank -299
model this_text 298
model trust 908
model memory -1172
model send 164
model address 1667
model conversation -383
model role 61
model user -805
model always 296
model must 1595
model not 93
model please 1371
model human 97
model report -419
model software -630
model ops 230
model mention 1092
model will_do 38
model header 641
model version 252
model quoted 1634
model_weak note_to 174
model_weak you 1025
model_weak answer -293
model_weak asked -29
model_weak say 714
model_weak hide 244
model_weak prior_weak -118
model_weak trust 1247
model_weak tool -507
model_weak authority -1079
model_weak grant -402
model_weak user -752
model_weak always 94
model_weak must -202
model_weak not -2
model_weak report -413
model_weak software 1273
model_weak will_do 35
model_weak mark 177
model_weak version -169
model_weak link -112
model_weak quoted 694
model_weak then -186
reads tool 205
reads always 853
reads first_person 34
reads condition 268
whoever not 1386
note_to hide 531
note_to trust 16
note_to address 610
note_to always -621
note_to not 123
note_to code 422
you your -2118
you answer 534
you own_answer 896
you answering 389
you asked 1189
you say -221
you hide 441
you override 36
you prior 1217
you prior_weak 622
you rank -34
you this_text 339
you trust -105
you memory -18
you send -426
you address -814
you secret 586
you role -584
you authority 50
you approved 1061
you grant 108
you threat 593
you recommend 51
you user 230
you always -303
you not 289
you please -240
you instead -1120
you self 431
you human -731
you report 115
you software 807
you first_person 186
you will_do -43
you version -43
you code -175
you link -469
you opens 333
your answer 1033
your own_answer 883
your answering -480
your asked -361
your say -694
your prior 1563
your prior_weak -313
your rank -13
your trust -298
your memory 1543
your conversation 153
your role -396
your authority 795
your recommend 42
your user 857
your not -656
your instead 354
your report 1087
your software -429
your mention -221
your condition 988
your will_do -194
your version 116
your link 37
your opens 11
your then 181
answer own_answer -49
answer asked 677
answer say -429
answer prompt_noun -177
answer prior_weak -235
answer rank -76
answer this_text 245
answer tool -56
answer address -59
answer secret 80
answer threat 467
answer recommend 875
answer user -6
answer always 593
answer must 311
answer not 1224
answer please -821
answer instead 471
answer human 446
answer report 224
answer software -109
answer ops -341
answer first_person -652
answer condition 114
answer code -1037
answer quoted 623
answer then 629
own_answer say 1020
own_answer recommend -703
own_answer always -155
own_answer must 1134
own_answer not 705
own_answer ops 209
own_answer quoted 5
answering asked 75
answering say 165
answering prior_weak 347
answering rank -69
answering tool 1197
answering conversation -47
answering approved 455
answering user -808
answering always 885
answering not -21
answering human -36
answering report 74
answering first_person -62
answering condition 517
answering then 22
asked say 125
asked prompt_noun -311
asked prior_weak -98
asked approved -1049
asked recommend 1049
asked must -156
asked not 346
asked condition -245
asked opens 770
asked then 885
say hide -215
say prior 58
say prompt_noun 344
say prior_weak -96
say this_text 1048
say tool -347
say address 136
say role 649
say recommend -377
say user 80
say always -530
say must 193
say not 322
say please 376
say encoded -24
say report 994
say ops 314
say first_person -173
say condition -139
say mark 322
say call 89
say version 136
say code -430
say then 377
hide prior_weak -21
hide rank 326
hide this_text 86
hide memory -122
hide secret -1018
hide user 504
hide always -46
hide must -89
hide not -396
hide ops -857
hide first_person 677
hide condition -147
override prior 1221
override prompt_noun 668
override prior_weak 930
override this_text 57
override send -174
override address -30
override authority 238
override grant 926
override user 581
override always -175
override must -179
override not -413
override ops -26
override mention -439
override first_person 1320
override condition 211
override quoted -503
override opens 599
override disguised 340
prior prompt_noun 50
prior prior_weak 436
prior this_text 181
prior secret 533
prior authority 28
prior always 189
prior not 829
prior instead 164
prior will_do -49
prior quoted -800
prior opens 990
prompt_noun trust -1057
prompt_noun user 480
prompt_noun always 255
prompt_noun must -630
prompt_noun instead 909
prompt_noun report -720
prompt_noun ops -817
prompt_noun condition -476
prompt_noun quoted -1134
prompt_noun then 766
prompt_noun disguised 340
prior_weak rank 1056
prior_weak trust 291
prior_weak memory -126
prior_weak tool -284
prior_weak approved 233
prior_weak not -178
prior_weak instead 512
prior_weak encoded -262
prior_weak report -57
prior_weak first_person -381
prior_weak will_do -58
prior_weak image 766
prior_weak then -119
rank this_text 1032
rank trust 199
rank memory 191
rank tool -4
rank send -286
rank address -71
rank conversation -233
rank approved -28
rank user -954
rank always 60
rank please 1033
rank instead -241
rank human -697
rank report -412
rank ops 1119
rank first_person 1006
rank condition -733
rank quoted -34
rank question -31
rank opens -328
this_text trust 125
this_text approved -123
this_text grant -17
this_text user -260
this_text always -86
this_text not 351
this_text version 670
this_text quoted -102
trust send 393
trust user 522
trust always 46
trust must -97
trust self 43
trust then -274
memory secret 72
memory role 104
memory approved 2703
memory user -67
memory always 369
memory not 461
memory first_person 202
memory condition -382
memory will_do 507
memory opens 997
memory then -52
tool address 507
tool secret 244
tool approved 856
tool grant 488
tool user 556
tool always -256
tool not 427
tool software -355
tool condition 863
tool code -112
tool then -252
send address 240
send conversation 1531
send authority 57
send grant -625
send recommend -198
send user 198
send always -352
send must -448
send please 794
send self 26
send report -336
send call 123
send link 1341
send then -360
address conversation 774
address grant -208
address always -384
address must -271
address not -503
address first_person -601
address condition 35
address image 207
address quoted -43
address opens 87
conversation authority 56
conversation approved 1491
conversation grant 467
conversation always 72
conversation must -559
conversation not -396
conversation condition 330
conversation link 1109
conversation opens 61
secret role 1156
secret approved 296
secret grant -104
secret always -368
secret must -1078
secret not -398
secret self 72
secret ops 1647
secret condition -58
secret code -2
secret link 530
role grant 195
role user -39
role always 121
role not 1170
role human 491
role software -664
role condition -392
authority grant -50
authority threat 390
authority must 49
authority not -11
authority human 48
authority report -318
authority ops -519
authority condition -265
authority will_do 1664
authority mark 364
authority code -8
authority quoted 471
authority then -412
approved grant 388
approved user 706
approved not 718
approved report 348
approved condition 733
approved will_do 38
grant report -54
grant software -566
grant condition 763
grant version 217
grant quoted -354
grant opens -25
threat user 1246
threat must 1573
threat condition -139
recommend user 77
recommend not -136
recommend instead 666
recommend human 245
recommend condition 202
recommend opens -38
recommend then 909
user always 91
user must 2
user human -682
user report 32
user ops -350
user condition -811
user header 278
user code 155
user link 150
user opens 500
user disguised 596
always must -111
always not -951
always human 130
always report 649
always software -410
always ops -19
always first_person -302
always condition -1000
always then 214
must please 793
must instead 842
must encoded -195
must human -692
must software 256
must ops 1391
must first_person -158
must condition -1052
must code -464
must link -522
must opens -831
not please 3
not human -1030
not report 35
not software -236
not ops 605
not first_person 342
not condition -1120
not code -989
not link -12
not quoted 75
not opens 654
not then -289
please report -750
please opens -1359
instead report -217
instead ops -40
instead first_person -446
encoded condition 453
encoded code 1202
human ops -31
human mention 55
human first_person -1018
human condition 151
human will_do 216
human version 843
human quoted 699
human then -85
report software -295
report ops 476
report first_person -1095
report condition 895
report will_do -169
report quoted 238
report opens 740
software first_person -302
software will_do -43
software quoted -370
ops code -170
ops opens -926
mention version 147
first_person code -85
first_person link -368
first_person quoted -399
first_person question 246
first_person opens 279
first_person then -74
condition link 508
condition quoted 153
condition opens -372
will_do quoted 376
call code 728
call quoted 728
call opens 728
header code 1400
version then 641
code image 207
code opens 776
code then -1009
image link 86
image opens 579
link opens 1062
quoted opens 690
opens then -1027
"""
